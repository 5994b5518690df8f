'use client'

import Link from 'next/link'
import { useMemo, useSyncExternalStore } from 'react'
import { forgetSearches, rememberedText, searchesIn } from '#lib/travel/client/remembered-searches.ts'
import { ageText, formatDate, formatDateRange } from '#lib/travel/model/format.ts'
import { formatPrice } from '#lib/travel/model/money.ts'
import type { RecentSearch } from '#lib/travel/model/recent-search.ts'
import { Icon } from '../../ui/icon.tsx'
import { useLocale, useTexts } from '../../ui/texts.tsx'

const changed = 'recent-searches-changed'

function subscribe(notify: () => void): () => void {
  window.addEventListener('storage', notify)
  window.addEventListener(changed, notify)
  return () => {
    window.removeEventListener('storage', notify)
    window.removeEventListener(changed, notify)
  }
}

/** This browser's recent searches. The server does not store them, so they appear once the script runs. */
export function RecentSearches() {
  const t = useTexts('home')
  const text = useSyncExternalStore(subscribe, rememberedText, () => null)
  const searches = useMemo(() => searchesIn(text ?? ''), [text])

  function clear() {
    forgetSearches()
    window.dispatchEvent(new Event(changed))
  }

  return (
    <section className="recent" aria-labelledby="recent-title">
      <h2 className="heading" id="recent-title">
        {t('recent')}
        {searches.length > 0 && (
          <button type="button" className="link recent-clear" onClick={clear}>
            {t('clear')}
          </button>
        )}
      </h2>
      {text !== null && searches.length === 0 && <p className="recent-empty">{t('noRecent')}</p>}
      <ul>
        {searches.map((search) => (
          <li key={search.query}>
            <RecentRow search={search} />
          </li>
        ))}
      </ul>
    </section>
  )
}

function RecentRow({ search }: { search: RecentSearch }) {
  const t = useTexts('home')
  const units = useTexts('units')
  const locale = useLocale()
  const { query, lowest } = search
  const age = (seenAtMs: number) => ageText(seenAtMs, Date.now(), locale, units)
  const page = search.kind === 'flight' ? '/search/flights' : '/search/hotels'
  return (
    <Link className="recent-row" href={`${page}?${query}`} prefetch={false}>
      {search.kind === 'flight' ? <FlightCells search={search} /> : <HotelCells search={search} />}
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

function FlightCells({ search }: { search: Extract<RecentSearch, { kind: 'flight' }> }) {
  const { origin, destination, date, returnDate, travelers, multi } = search
  const t = useTexts('home')
  const words = useTexts('travel')
  const locale = useLocale()
  return (
    <>
      <Icon name="plane" />
      <span className="recent-route">
        {multi ? (
          multi.route
        ) : (
          <>
            {origin}
            <Icon name="arrow" small />
            <span className="sr-only">{t('to')}</span>
            {destination}
          </>
        )}
      </span>
      <span className="recent-dates">
        {multi
          ? t('multiDates', { dates: formatDateRange(date, multi.lastDate, locale), count: multi.flights })
          : returnDate
            ? formatDateRange(date, returnDate, locale)
            : t('oneWayDate', { date: formatDate(date, locale) })}
      </span>
      <span className="recent-travelers">{words('travelers', { count: travelers })}</span>
    </>
  )
}

function HotelCells({ search }: { search: Extract<RecentSearch, { kind: 'hotel' }> }) {
  const { place, checkIn, checkOut, guests, rooms } = search
  const t = useTexts('home')
  const words = useTexts('travel')
  const locale = useLocale()
  return (
    <>
      <Icon name="bed" />
      <span className="recent-route">
        <span className="sr-only">{t('hotelsIn')} </span>
        {place}
      </span>
      <span className="recent-dates">{formatDateRange(checkIn, checkOut, locale)}</span>
      <span className="recent-travelers">{words('guestsAndRooms', { guests, rooms })}</span>
    </>
  )
}
