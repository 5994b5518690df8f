import type { Texts } from '#lib/platform/model/texts.ts'
import { pricesWriter } from '#lib/travel/model/currencies-writer.ts'
import { inList } from '#lib/travel/model/in-list.ts'
import type { PlaceNames } from '#lib/travel/model/place-names.ts'
import type { TripView } from '#lib/travel/model/trip-view.ts'
import { datesText, providerOf, sellerOf, tripTitle } from './trip-words.ts'

/**
 * An accessible name for each trip, by id: "Amsterdam to Aruba". Trips of one title also get their dates; if these are
 * equal too, the airline, then the provider, then the total.
 */
export function distinctNames(
  trips: readonly TripView[],
  names: PlaceNames,
  locale: string,
  t: Texts<'flights'>,
): ReadonlyMap<string, string> {
  const write = pricesWriter(
    trips.map(({ latest }) => latest),
    locale,
  )
  const further = [
    (trip: TripView) => datesText(trip, locale),
    // The seller of a stay is the hotel, which the title already names.
    (trip: TripView) => trip.kind === 'flights' && sellerOf(trip, t),
    providerOf,
    ({ latest: { amount, currency } }: TripView) => write(currency)(amount),
  ]
  let named = trips.map((trip) => ({ trip, name: tripTitle(trip, names, t) }))
  for (const textOf of further) {
    const byName = Map.groupBy(named, ({ name }) => name)
    named = named.map(({ trip, name }) => {
      const isAlone = (byName.get(name)?.length ?? 0) < 2
      return { trip, name: isAlone ? name : inList([name, textOf(trip)], t) }
    })
  }
  return new Map(named.map(({ trip, name }) => [trip.id, name]))
}
