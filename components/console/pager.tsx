import { ButtonLink } from '../ui/button.tsx'

interface PagerProps {
  query: URLSearchParams
  /** The key of the next page. Null: this page is the last one. */
  next: string | null
}

/** The links of a list that is paged by keys: to its first page and to the next one. */
export function Pager({ query, next }: PagerProps) {
  const latest = without(query, 'after')
  const older = without(query, 'after')
  if (next !== null) older.set('after', next)
  if (next === null && !query.has('after')) return null
  return (
    <nav className="console-pager" aria-label="Pages">
      {query.has('after') && (
        <ButtonLink size="sm" href={`?${latest}`}>
          Latest
        </ButtonLink>
      )}
      {next !== null && (
        <ButtonLink size="sm" href={`?${older}`}>
          Older
        </ButtonLink>
      )}
    </nav>
  )
}

export function without(query: URLSearchParams, name: string): URLSearchParams {
  const rest = new URLSearchParams(query)
  rest.delete(name)
  return rest
}
