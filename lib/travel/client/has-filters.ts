import type { ListQuery } from './list-query.ts'

/** Whether a list's URL has filters that its parsers accept, besides the sort order and the open row. */
export function hasFilters(listed: string, { parsers, urlKeys }: ListQuery): boolean {
  const query = new URLSearchParams(listed)
  return Object.entries(parsers).some(([name, { parse }]) => {
    const text = query.get(urlKeys[name] ?? name)
    return name !== 'sort' && name !== 'row' && text !== null && text !== '' && parse(text) !== null
  })
}
