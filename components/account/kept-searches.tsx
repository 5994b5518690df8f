import { formatDate } from '#lib/travel/format.ts'
import type { PlaceNames } from '#lib/travel/place-names.ts'
import { LocalMoment } from './local-moment.tsx'

export type KeptSearchItem = {
  readonly kind: 'flights' | 'hotels'
  /** A place code or a map point; `to` is always a code. */
  readonly from: string
  readonly to: string | null
  /** The other places of a multi-city trip. */
  readonly via?: readonly string[]
  readonly start: string
  readonly end: string | null
  /** ISO 8601. */
  readonly searchedAt: string
}

interface KeptSearchesProps {
  searches: readonly KeptSearchItem[]
  names: PlaceNames
  locale: string
}

function words({ kind, from, to, via = [], start, end }: KeptSearchItem, { names, locale }: KeptSearchesProps): string {
  const place = (code: string) => names[code] ?? code
  const day = (date: string) => formatDate(date, locale, { year: true })
  const where =
    kind === 'flights' ? `Flights from ${[from, ...via, to ?? ''].map(place).join(' to ')}` : `Hotels in ${place(from)}`
  return `${where}, ${day(start)}${end === null ? '' : ` to ${day(end)}`}`
}

/** The account's searches, newest first. */
export function KeptSearches(props: KeptSearchesProps) {
  const { searches } = props
  if (searches.length === 0) return <p className="quiet">No searches yet.</p>
  return (
    <ul className="account-rows is-wrapping">
      {searches.map((search) => (
        <li key={JSON.stringify(search)}>
          <span>{words(search, props)}</span>
          <span className="faint">
            <LocalMoment iso={search.searchedAt} locale={props.locale} />
          </span>
        </li>
      ))}
    </ul>
  )
}
