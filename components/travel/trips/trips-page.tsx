'use client'

import './trips.css'
import { useRouter } from 'next/navigation'
import { type ReactNode, useState } from 'react'
import { useExchangeRates } from '#lib/travel/client/hotels/use-exchange-rates.ts'
import { bookTrip, removeTrip, restoreTrip } from '#lib/travel/client/trips/trip-calls.ts'
import { chargesBeside } from '#lib/travel/model/hotels/total.ts'
import type { PlaceNames } from '#lib/travel/model/place-names.ts'
import type { BookTrip } from '#lib/travel/model/saved-offer.ts'
import type { SavedSearchView } from '#lib/travel/model/saved-search-view.ts'
import type { TripView } from '#lib/travel/model/trip-view.ts'
import { ButtonLink } from '../../ui/button.tsx'
import { classes } from '../../ui/classes.ts'
import { Notice } from '../../ui/notice.tsx'
import { useLocale, useTexts } from '../../ui/texts.tsx'
import { ReaderProvider } from '../results/reader.tsx'
import { ComparedTrips } from './compared-trips.tsx'
import { SavedSearches } from './saved-searches.tsx'
import { TripCard } from './trip-card.tsx'
import { maxCompared, type TripOption, type TripOptions, tripsWithOptions } from './trip-options.ts'
import { distinctNames } from './trip-words.ts'
import { TripsRail } from './trips-rail.tsx'
import { Undo, useRemoval } from './undo.tsx'

interface TripsPageProps {
  trips: readonly TripView[]
  /** Absent: no saved searches. */
  searches?: readonly SavedSearchView[]
  /** How alerts reach the person, besides this page. */
  alertWays?: ReactNode
  /** Whether alerts are also sent by e-mail. */
  isMailed?: boolean
  names: PlaceNames
  /** The time of the page, so that the server and the browser write the same ages. */
  nowMs: number
  isGuest: boolean
}

/** Saved flights, stays and searches: coming ones, past ones, and a comparison of the selected ones side by side. */
export function TripsPage({
  trips,
  searches = [],
  alertWays,
  isMailed = false,
  names,
  nowMs,
  isGuest,
}: TripsPageProps) {
  const [t, locale] = [useTexts('trips'), useLocale()]
  const router = useRouter()
  const texts = { texts: t, refusals: useTexts('refusals') }
  const removal = useRemoval(trips, {
    remove: (id) => removeTrip(id, texts),
    restore: (id) => restoreTrip(id, texts),
  })
  const { shown } = removal
  const needsRates = trips.some((trip) => trip.kind === 'hotels' && chargesBeside(trip.hotel).length > 0)
  const rates = useExchangeRates(needsRates) ?? null
  const [chosen, setChosen] = useState<readonly string[]>([])
  /** The trip that was chosen while the comparison was full. */
  const [refused, setRefused] = useState<string | null>(null)
  const distinct = distinctNames(shown, names, locale, useTexts('flights'))
  const compared = shown.filter(({ id }) => chosen.includes(id))
  const groups = tripsWithOptions(
    shown.filter(({ isPast }) => !isPast),
    names,
  )
  const [deciding, booked] = [groups.filter(({ isBooked }) => !isBooked), groups.filter(({ isBooked }) => isBooked)]
  const past = shown.filter(({ isPast }) => isPast)
  const next = booked[0]?.options.find(({ trip }) => trip.booking)?.trip
  const others = [
    ...(searches.length > 0 ? [{ href: '#searches', text: t('searchCount', { count: searches.length }) }] : []),
    ...(compared.length > 1 ? [{ href: '#compared', text: t('comparedCount', { count: compared.length }) }] : []),
  ]
  /** One trip needs no list. A comparison does not bring one, because the page must stay in place under the pointer. */
  const hasRail = groups.length + past.length + Math.min(searches.length, 1) > 1
  const letters = new Map(groups.flatMap(({ options }) => options.map(({ trip, letter }) => [trip.id, letter])))

  async function book(id: string, change: BookTrip) {
    if (await removal.call(bookTrip(id, change, texts))) router.refresh()
  }
  function choose(id: string, isChosen: boolean) {
    const isFull = isChosen && compared.length >= maxCompared
    setRefused(isFull ? id : null)
    if (isFull) return
    setChosen((ids) => (isChosen ? [...ids, id] : ids.filter((one) => one !== id)))
  }
  function compare(ids: readonly string[]) {
    setRefused(null)
    setChosen(ids)
    document.getElementById('compared')?.scrollIntoView()
  }
  const cards = (some: readonly TripView[]) =>
    some.map((trip) => (
      <TripCard
        key={trip.id}
        trip={trip}
        rates={rates}
        name={distinct.get(trip.id) ?? ''}
        nowMs={nowMs}
        isNext={trip === next}
        letter={letters.get(trip.id)}
        onBook={(change) => void book(trip.id, change)}
        isChosen={chosen.includes(trip.id)}
        mayChoose={compared.every(({ kind }) => kind === trip.kind)}
        isRefused={refused === trip.id}
        onChoose={(isChosen) => choose(trip.id, isChosen)}
        onRemove={() => removal.remove(trip.id)}
      />
    ))
  const part = (id: 'deciding' | 'booked', found: readonly TripOptions[]) =>
    found.length > 0 && (
      <section id={id} className="trips-part" aria-labelledby={`${id}-heading`}>
        <h2 id={`${id}-heading`} className="heading">
          {t(id)} <small>{found.length}</small>
        </h2>
        {found.map(({ key, options }) => (
          <div key={key} className="trip-options">
            {options.length > 1 && <OptionsHead options={options} onCompare={compare} />}
            <ul className="trips-list box">{cards(options.map(({ trip }) => trip))}</ul>
          </div>
        ))}
      </section>
    )
  return (
    <ReaderProvider travelers={1} names={names} kind="flights">
      <main id="main" tabIndex={-1} className="trips">
        <div className="trips-head flow">
          <h1 className="title" ref={removal.heading} tabIndex={-1}>
            {t('title')}
          </h1>
        </div>
        {isGuest && (shown.length > 0 || searches.length > 0) && (
          <Notice action={<ButtonLink href="/sign-up?next=/trips">{t('createAccount')}</ButtonLink>}>
            {t('guestNote')}
          </Notice>
        )}
        <Undo removal={removal} what="trip" />
        {shown.length === 0 && removal.last === undefined && searches.length === 0 && (
          <section className="trips-empty box">
            <h2 className="heading">{t('empty')}</h2>
            <p>{t('emptyText')}</p>
            <div className="action-row">
              <ButtonLink variant="accent" href="/">
                {t('searchFlights')}
              </ButtonLink>
              <ButtonLink href="/hotels">{t('searchHotels')}</ButtonLink>
            </div>
          </section>
        )}
        <div className={classes(hasRail && 'trips-columns')}>
          {hasRail && <TripsRail {...{ deciding, booked, past, others, names, nowMs }} />}
          <div>
            {part('deciding', deciding)}
            {part('booked', booked)}
            {searches.length > 0 && (
              <SavedSearches searches={searches} alertWays={alertWays} isMailed={isMailed} nowMs={nowMs} />
            )}
            {past.length > 0 && (
              <section id="past" className="trips-part" aria-labelledby="past-heading">
                <h2 id="past-heading" className="heading">
                  {t('past')}
                </h2>
                <ul className="trips-list box">{cards(past)}</ul>
              </section>
            )}
            {shown.length > 1 && (
              <ComparedTrips
                trips={compared}
                rates={rates}
                nowMs={nowMs}
                names={names}
                letters={letters}
                onLeave={(id) => choose(id, false)}
              />
            )}
          </div>
        </div>
      </main>
    </ReaderProvider>
  )
}

interface OptionsHeadProps {
  options: readonly TripOption[]
  onCompare: (ids: readonly string[]) => void
}

/** What the options of one trip are, with a press that puts those of one kind side by side. */
function OptionsHead({ options, onCompare }: OptionsHeadProps) {
  const [t, locale] = [useTexts('trips'), useLocale()]
  const of = (kind: string) => options.filter(({ trip }) => trip.kind === kind)
  const kinds = [of('flights'), of('hotels')]
  const [flights = 0, stays = 0] = kinds.map(({ length }) => length)
  return (
    <p className="trip-options-head flow soft">
      {flights > 0 && stays > 0 ? t('partCount', { flights, stays }) : t('optionCount', { count: options.length })}
      {kinds.map((same) => {
        if (same.length < 2) return null
        const shown = same.slice(0, maxCompared)
        const names = new Intl.ListFormat(locale).format(shown.map(({ letter = '' }) => letter))
        const kind = same === kinds[0] ? 'flights' : 'stays'
        return (
          <button
            key={kind}
            type="button"
            className="link no-print"
            onClick={() => onCompare(shown.map(({ trip }) => trip.id))}
          >
            {t('compareOptions', { names, kind: flights > 0 && stays > 0 ? kind : 'all' })}
          </button>
        )
      })}
      {kinds.some(({ length }) => length > maxCompared) && <span>{t('mostOptions', { most: maxCompared })}</span>}
    </p>
  )
}
