'use client'

import Link from 'next/link'
import { useMemo, useSyncExternalStore } from 'react'
import type { Texts } from '#lib/platform/model/texts.ts'
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
  const [t, words, units] = [useTexts('home'), useTexts('travel'), useTexts('units')]
  const locale = useLocale()
  const { kind, query, lowest } = search
  const age = (seenAtMs: number) => ageText(seenAtMs, Date.now(), locale, units)
  return (
    <Link className="recent-row" href={`/search/${kind}s?${query}`} prefetch={false}>
      <Icon name={kind === 'flight' ? 'plane' : 'bed'} />
      <span className="recent-route">
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
