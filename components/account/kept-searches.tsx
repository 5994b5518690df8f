import { getTranslations } from 'next-intl/server'
import { formatDate } from '#lib/travel/model/format.ts'
import type { PlaceNames } from '#lib/travel/model/place-names.ts'
import { LocalMoment } from './local-moment.tsx'

type KeptSearchItem = {
  readonly kind: 'flights' | 'hotels'
  /** A place code or a map point; `to` is always a code. */
  readonly from: string
  readonly to: string | null
  /** The other places of a multi-city trip. */
  readonly via?: readonly string[]
  readonly start: string
  readonly end: string | null
  readonly searchedAt: Date
}

interface KeptSearchesProps {
  searches: readonly KeptSearchItem[]
  names: PlaceNames
  locale: string
}

/** The account's searches, newest first. */
export async function KeptSearches({ searches, names, locale }: KeptSearchesProps) {
  const t = await getTranslations('account')
  const place = (code: string) => names[code] ?? code
  const day = (date: string) => formatDate(date, locale, { year: true })

  function words({ kind, from, to, via = [], start, end }: KeptSearchItem): string {
    const dates = end === null ? day(start) : t('dateRange', { from: day(start), to: day(end) })
    if (kind === 'hotels') return t('keptHotels', { place: place(from), dates })
    const route = [from, ...via, to ?? ''].map(place).reduce((one, next) => t('fromTo', { from: one, to: next }))
    return t('keptFlights', { route, dates })
  }

  if (searches.length === 0) return <p className="quiet">{t('noSearches')}</p>
  return (
    <ul className="account-rows is-wrapping">
      {searches.map((search) => (
        <li key={JSON.stringify(search)}>
          <span>{words(search)}</span>
          <span className="faint">
            <LocalMoment iso={search.searchedAt.toISOString()} locale={locale} />
          </span>
        </li>
      ))}
    </ul>
  )
}
