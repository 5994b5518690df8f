import type { ListParsers, UrlNames } from './list-query.ts'

/** Whether a list's URL has filters that its parsers accept, besides the sort order and the open row. */
export function hasFilters(listed: string, parsers: ListParsers, urlKeys: UrlNames): boolean {
  const query = new URLSearchParams(listed)
  return Object.entries(parsers).some(([name, { parse }]) => {
    const text = query.get(urlKeys[name] ?? name)
    return name !== 'sort' && name !== 'row' && text !== null && text !== '' && parse(text) !== null
  })
}
