'use client'

import Link from 'next/link'
import { useMemo, useSyncExternalStore } from 'react'
import { browserStore } from '#lib/client/browser-store.ts'
import { clearRecent, parseRecent, RECENT_KEY, type RecentSearch } from '#lib/client/recent-searches.ts'
import { travelersText } from '#lib/travel/flights/flight-form.ts'
import { formatAge, formatDate, formatDateRange } from '#lib/travel/format.ts'
import { partyText } from '#lib/travel/hotels/hotel-form.ts'
import { formatPrice } from '#lib/travel/money.ts'
import { Icon } from '../ui/icon.tsx'

const changed = 'recent-searches-changed'

function subscribe(notify: () => void): () => void {
  window.addEventListener('storage', notify)
  window.addEventListener(changed, notify)
  return () => {
    window.removeEventListener('storage', notify)
    window.removeEventListener(changed, notify)
  }
}

const stored = () => browserStore.getItem(RECENT_KEY) ?? ''

/** This browser's recent searches. The server does not store them, so they appear once the script runs. */
export function RecentSearches({ locale }: { locale: string }) {
  const text = useSyncExternalStore(subscribe, stored, () => null)
  const searches = useMemo(() => parseRecent(text), [text])

  function clear() {
    clearRecent(browserStore)
    window.dispatchEvent(new Event(changed))
  }

  return (
    <section className="recent" aria-labelledby="recent-title">
      <h2 className="heading" id="recent-title">
        Recent searches
        {searches.length > 0 && (
          <button type="button" className="link recent-clear" onClick={clear}>
            Clear
          </button>
        )}
      </h2>
      {text !== null && searches.length === 0 && (
        <p className="recent-empty">No recent searches yet. They are stored in this browser only.</p>
      )}
      <ul>
        {searches.map((search) => (
          <li key={search.query}>
            <RecentRow search={search} locale={locale} />
          </li>
        ))}
      </ul>
    </section>
  )
}

function RecentRow({ search, locale }: { search: RecentSearch; locale: string }) {
  const { query, lowest } = search
  const page = search.kind === 'flight' ? '/search/flights' : '/search/hotels'
  return (
    <Link className="recent-row" href={`${page}?${query}`} prefetch={false}>
      {search.kind === 'flight' ? <FlightCells search={search} /> : <HotelCells search={search} />}
      <span className="recent-price">
        {lowest && (
          <>
            <b>from {formatPrice(lowest.amount, lowest.currency, locale)}</b>{' '}
            <span>
              {lowest.isSample ? 'sample, ' : ''}
              {formatAge(lowest.seenAtMs, Date.now(), locale)}
            </span>
          </>
        )}
      </span>
      <Icon name="right" />
    </Link>
  )
}

function FlightCells({ search }: { search: Extract<RecentSearch, { kind: 'flight' }> }) {
  const { origin, destination, date, returnDate, travelers, multi } = search
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
            <span className="sr-only">to</span>
            {destination}
          </>
        )}
      </span>
      <span className="recent-dates">
        {multi
          ? `${formatDateRange(date, multi.lastDate)}, ${multi.flights} flights`
          : returnDate
            ? formatDateRange(date, returnDate)
            : `${formatDate(date)}, one way`}
      </span>
      <span className="recent-travelers">{travelersText(travelers)}</span>
    </>
  )
}

function HotelCells({ search }: { search: Extract<RecentSearch, { kind: 'hotel' }> }) {
  const { place, checkIn, checkOut, guests, rooms } = search
  return (
    <>
      <Icon name="bed" />
      <span className="recent-route">
        <span className="sr-only">Hotels in </span>
        {place}
      </span>
      <span className="recent-dates">{formatDateRange(checkIn, checkOut)}</span>
      <span className="recent-travelers">{partyText(guests, rooms)}</span>
    </>
  )
}
