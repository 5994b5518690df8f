import type { Places } from '#lib/places/places.ts'
import type { FlightOffersAnswer } from '../wire.ts'
import { cabinsFor } from './cabins.ts'
import { currencies } from './currencies.ts'
import { hash32 } from './draw.ts'
import { adultFareUsd, taxesUsd } from './fares.ts'
import { findItineraries, type Itinerary } from './itineraries.ts'
import { createNetwork, type Station } from './network.ts'
import { createPricer, type OfferPrice } from './prices.ts'
import { createTimetable } from './schedule.ts'
import type { FlightSearch } from './search.ts'
import { type Bound, createOfferWriter } from './write-offer.ts'
import { createZoneClock } from './zone-clock.ts'

const MOST_OFFERS = 40
const CHECK_IN_MINUTES = 60
const TURNAROUND_MINUTES = 90
/** What a return ticket costs, against two single ones. */
const RETURN_FACTOR = 0.9

export type OfferGenerator = (search: FlightSearch, nowMs: number) => Omit<FlightOffersAnswer, 'meta'>

interface Priced {
  bounds: Bound[]
  price: OfferPrice
}

/**
 * Makes the offers of a search from the network, the schedule and the fares; the cheapest come first. Nothing is
 * random: the same search on the same day has the same answer on every machine.
 */
export function createOfferGenerator(places: Pick<Places, 'airport'>): OfferGenerator {
  const network = createNetwork(places)

  return (search, nowMs) => {
    const clock = createZoneClock()
    const timetable = createTimetable(clock)
    const currency = currencies.get(search.currency)
    const stations = (codes: readonly string[]): Station[] => codes.flatMap((code) => places.airport(code) ?? [])
    const [origins, destinations] = [stations(search.origins), stations(search.destinations)]
    const [home] = origins
    if (currency === undefined || home === undefined) return { data: [] }
    const priceFor = createPricer(currency, search)
    const now = Math.floor(nowMs / 60_000)
    const today = clock.toLocal(home.zone, now).slice(0, 10)
    const wanted = search.travelClass ?? 'ECONOMY'

    function boundsOn(from: Station[], to: Station[], date: string): Bound[] {
      const found = findItineraries(
        network,
        {
          from,
          to,
          date,
          nonStop: search.nonStop,
          notBefore: now + CHECK_IN_MINUTES,
          allows: (airline) =>
            (search.includedAirlines?.has(airline) ?? true) && !(search.excludedAirlines?.has(airline) ?? false),
        },
        timetable,
      )
      return found.flatMap((itinerary) => {
        const cabins = cabinsFor(itinerary, wanted)
        return cabins === undefined ? [] : [{ itinerary, cabins }]
      })
    }

    function price(bounds: Bound[]): Priced {
      const factor = bounds.length > 1 ? RETURN_FACTOR : 1
      const fare = bounds.reduce((sum, { itinerary, cabins }) => sum + adultFareUsd(itinerary, cabins, today), 0)
      const tax = bounds.reduce((sum, { itinerary }) => sum + taxesUsd(itinerary), 0)
      return { bounds, price: priceFor(fare * factor, tax) }
    }

    const outbound = boundsOn(origins, destinations, search.departureDate)
    const journeys =
      search.returnDate === undefined
        ? outbound.map((bound) => [bound])
        : pairUp(outbound, boundsOn(destinations, origins, search.returnDate))
    const { maxPrice } = search
    const priced = journeys
      .map(price)
      .filter((offer) => maxPrice === undefined || offer.price.adultTotal <= maxPrice)
      .sort((a, b) => a.price.adultTotal - b.price.adultTotal || (keyOf(a) < keyOf(b) ? -1 : 1))
      .slice(0, Math.min(search.max, MOST_OFFERS))
    if (priced.length === 0) return { data: [] }
    const writer = createOfferWriter(currency)
    const seated = search.adults + search.children
    const data = priced.map((offer, at) => writer.write(String(at + 1), offer.bounds, offer.price, today, seated))
    return { data, dictionaries: writer.dictionaries() }
  }
}

/** Joins each way out with ways back, of the same airline where there is one; a second way back while there is room. */
function pairUp(outbound: readonly Bound[], inbound: readonly Bound[]): Bound[][] {
  const pairs: Bound[][] = []
  const rests: Bound[][] = []
  for (const out of outbound) {
    const landed = (out.itinerary.at(-1) ?? out.itinerary[0]).arrives + TURNAROUND_MINUTES
    const possible = inbound.filter(({ itinerary }) => itinerary[0].departs >= landed)
    const airline = out.itinerary[0].route.airline.code
    const same = possible.filter(({ itinerary }) => itinerary[0].route.airline.code === airline)
    const choices = same.length > 0 ? same : possible
    const start = hash32('back', keyOfItinerary(out.itinerary)) % Math.max(1, choices.length)
    const [first, second] = [choices[start], choices[(start + 1) % choices.length]]
    if (first !== undefined) pairs.push([out, first])
    if (second !== undefined && second !== first) rests.push([out, second])
  }
  return [...pairs, ...rests.slice(0, Math.max(0, MOST_OFFERS - pairs.length))]
}

function keyOf({ bounds }: Priced): string {
  return bounds.map(({ itinerary }) => keyOfItinerary(itinerary)).join()
}

function keyOfItinerary(itinerary: Itinerary): string {
  return itinerary.map(({ route, number, departs }) => `${route.airline.code}${number}@${departs}`).join()
}
