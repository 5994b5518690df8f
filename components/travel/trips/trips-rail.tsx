import { chargesBeside } from '#lib/travel/model/hotels/total.ts'
import { priceWriter } from '#lib/travel/model/money.ts'
import type { PlaceNames } from '#lib/travel/model/place-names.ts'
import type { TripView } from '#lib/travel/model/trip-view.ts'
import { TextLink } from '../../ui/text-link.tsx'
import { useLocale, useTexts } from '../../ui/texts.tsx'
import type { TripOptions } from './trip-options.ts'
import { datesText, tripTitle, whenText } from './trip-words.ts'

interface TripsRailProps {
  deciding: readonly TripOptions[]
  booked: readonly TripOptions[]
  past: readonly TripView[]
  /** Links to the other parts of the page. */
  others: readonly { href: string; text: string }[]
  names: PlaceNames
  nowMs: number
}

/** So many past trips have an entry of their own. */
const MAX_PAST = 3

/** Every trip of the page with its days and its price or its start: beside the trips, on narrow pages one line above. */
export function TripsRail({ deciding, booked, past, others, names, nowMs }: TripsRailProps) {
  const [t, locale] = [useTexts('trips'), useLocale()]
  const [flights, results] = [useTexts('flights'), useTexts('results')]

  function lowestText(options: readonly TripView[]): string {
    const price = lowestPrice(options)
    if (price === undefined) return ''
    const written = priceWriter([price.amount], price.currency, locale)(price.amount)
    return options.length > 1 ? results('fromPrice', { mark: 'none', price: written }) : written
  }
  const entry = ([first, ...others]: readonly TripView[], fact: string) =>
    first && (
      <li key={first.id}>
        <a className="trips-rail-entry" href={`#trip-${first.id}`}>
          <b>{tripTitle(first, names, flights)}</b> <span>{fact}</span> <span>{datesText(first, locale)}</span>{' '}
          <span>{others.length > 0 && t('savedCount', { count: others.length + 1 })}</span>
        </a>
      </li>
    )
  const groups = (found: readonly TripOptions[], factOf: (trips: readonly TripView[]) => string) =>
    found.map(({ options }) => {
      const trips = options.map(({ trip }) => trip)
      return entry(trips, factOf(trips))
    })
  const parts = [
    { id: 'deciding', count: deciding.length, entries: groups(deciding, lowestText) },
    {
      id: 'booked',
      count: booked.length,
      entries: groups(booked, ([first]) => (first ? whenText(first, nowMs, t) : '')),
    },
    { id: 'past', count: past.length, entries: past.slice(0, MAX_PAST).map((trip) => entry([trip], '')) },
  ] as const
  return (
    <nav className="trips-rail no-print" aria-label={t('onThisPage')}>
      {parts.map(
        ({ id, count, entries }) =>
          count > 0 && (
            <div key={id}>
              <TextLink className="trips-rail-head" href={`#${id}`}>
                {t(id)} <span>{count}</span>
              </TextLink>
              <ul>{entries}</ul>
            </div>
          ),
      )}
      {others.map(({ href, text }) => (
        <TextLink key={href} className="trips-rail-other" href={href}>
          {text}
        </TextLink>
      ))}
    </nav>
  )
}

/** The lowest price of options that can be compared; a stay with charges beside its price cannot. */
function lowestPrice(options: readonly TripView[]) {
  const isAlike = new Set(options.map(({ kind, latest }) => `${kind} ${latest.currency}`)).size === 1
  const isTotal = options.every((trip) => trip.kind === 'flights' || chargesBeside(trip.hotel).length === 0)
  if (!isAlike || !isTotal) return undefined
  return options.map(({ latest }) => latest).reduce((low, one) => (one.amount < low.amount ? one : low))
}
