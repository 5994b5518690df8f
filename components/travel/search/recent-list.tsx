'use client'

import Link from 'next/link'
import { useMemo } from 'react'
import type { Texts } from '#lib/platform/model/texts.ts'
import { searchesIn } from '#lib/travel/client/remembered-searches.ts'
import { ageText, formatDate, formatDateRange } from '#lib/travel/model/format.ts'
import { formatPrice } from '#lib/travel/model/money.ts'
import type { RecentSearch } from '#lib/travel/model/recent-search.ts'
import { Icon } from '../../ui/icon.tsx'
import { useLocale, useTexts } from '../../ui/texts.tsx'

interface RecentListProps {
  /** The stored text of the searches. */
  text: string
}

/** Recent searches, newest first. */
export function RecentList({ text }: RecentListProps) {
  const t = useTexts('home')
  const searches = useMemo(() => searchesIn(text), [text])
  if (searches.length === 0) return <p className="recent-empty">{t('noRecent')}</p>
  return (
    <ul>
      {searches.map((search) => (
        <li key={search.query}>
          <RecentRow search={search} />
        </li>
      ))}
    </ul>
  )
}

function RecentRow({ search }: { search: RecentSearch }) {
  const [t, words, units] = [useTexts('home'), useTexts('travel'), useTexts('units')]
  const locale = useLocale()
  const { kind, query, lowest } = search
  const age = (seenAtMs: number) => ageText(seenAtMs, Date.now(), locale, units)
  return (
    <Link className="recent-row" href={`/search/${kind}s?${query}`} prefetch={false}>
      <Icon name={kind === 'flight' ? 'plane' : 'bed'} />
      <span className="recent-route row">
        {search.kind === 'flight' ? (
          <Route search={search} />
        ) : (
          <>
            <span className="sr-only">{t('hotelsIn')} </span>
            {search.place}
          </>
        )}
      </span>
      <span className="recent-dates">{datesText(search, locale, t)}</span>
      <span className="recent-travelers">
        {search.kind === 'flight'
          ? words('travelers', { count: search.travelers })
          : words('guestsAndRooms', { guests: search.guests, rooms: search.rooms })}
      </span>
      <span className="recent-price">
        {lowest && (
          <>
            <b>
              {t(lowest.isMore ? 'fromPriceMore' : 'fromPrice', {
                price: formatPrice(lowest.amount, lowest.currency, locale),
              })}
            </b>{' '}
            <span>{lowest.isSample ? t('seenSample', { age: age(lowest.seenAtMs) }) : age(lowest.seenAtMs)}</span>
          </>
        )}
      </span>
      <Icon name="right" />
    </Link>
  )
}

function Route({ search: { origin, destination, multi } }: { search: Extract<RecentSearch, { kind: 'flight' }> }) {
  const t = useTexts('home')
  if (multi) return multi.route
  return (
    <>
      {origin}
      <Icon name="arrow" small />
      <span className="sr-only">{t('to')}</span>
      {destination}
    </>
  )
}

function datesText(search: RecentSearch, locale: string, t: Texts<'home'>): string {
  if (search.kind === 'hotel') return formatDateRange(search.checkIn, search.checkOut, locale)
  const { date, returnDate, multi } = search
  if (multi) return t('multiDates', { dates: formatDateRange(date, multi.lastDate, locale), count: multi.flights })
  return returnDate ? formatDateRange(date, returnDate, locale) : t('oneWayDate', { date: formatDate(date, locale) })
}
