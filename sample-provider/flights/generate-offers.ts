import type { Places } from '#lib/travel/server/places/places.ts'
import { currencies } from '../currencies.ts'
import { keepWhileUsed } from '../keep-while-used.ts'
import { createZoneClock } from '../zone-clock.ts'
import { createOfferWriter, type Dictionaries, type FlightOffer } from './answer/write-offer.ts'
import { candidatesOf, fareOf } from './fares/candidate.ts'
import { type FaredBound, fareBound, levelsOf } from './fares/fare-bound.ts'
import { createPricer } from './fares/price-offer.ts'
import { combine } from './journeys/combine.ts'
import { findItineraries, type Market } from './journeys/find-itineraries.ts'
import { select } from './journeys/select.ts'
import { createNetwork } from './market/network.ts'
import { createStations } from './market/stations.ts'
import { createTimetable, dayNumber } from './market/timetable.ts'
import type { FlightSearch, SearchBound } from './search.ts'

const CHECK_IN_MINUTES = 60

export interface OfferGenerator {
  /** Builds the market, in about 150 ms. Without this call, the first search builds it. */
  prepare(): void
  generate(search: FlightSearch, nowMs: number): { data: FlightOffer[]; dictionaries?: Dictionaries }
}

/**
 * Generates the offers of a search from the network, the timetable and the fares, the cheapest first. Nothing is
 * random: the same search on the same day has the same answer on every machine.
 */
export function createOfferGenerator(places: Pick<Places, 'airport' | 'airportCodes'>): OfferGenerator {
  const clock = createZoneClock()
  const market = keepWhileUsed((): Market => {
    const stations = createStations(places)
    return { stations, network: createNetwork(stations), timetable: createTimetable(clock) }
  })

  function generate(search: FlightSearch, nowMs: number): ReturnType<OfferGenerator['generate']> {
    const { stations } = market()
    const currency = currencies.get(search.currency)
    const home = stations.byCode(search.bounds[0]?.origins[0] ?? '')
    if (currency === undefined || home === undefined) return { data: [] }
    const now = Math.floor(nowMs / 60_000)
    const today = clock.toLocal(home.zone, now).slice(0, 10)
    const price = createPricer(currency, search.travelers)
    const bounds = search.bounds.map((bound) => faredBounds(market(), search, bound, { now, today: dayNumber(today) }))
    const priced = select(combine(bounds).flatMap(candidatesOf), search.max)
      .map((candidate) => ({ candidate, price: price(fareOf(candidate)) }))
      .sort((a, b) => a.price.minor - b.price.minor)
    if (priced.length === 0) return { data: [] }
    const writer = createOfferWriter(currency, today)
    const data = priced.map(({ candidate, price }, at) => writer.write(String(at + 1), candidate, price))
    return { data, dictionaries: writer.dictionaries() }
  }

  return { prepare: () => void market(), generate }
}

function faredBounds(
  market: Market,
  search: FlightSearch,
  bound: SearchBound,
  { now, today }: { now: number; today: number },
): FaredBound[] {
  const [from, to] = [bound.origins, bound.destinations].map((codes) =>
    codes.flatMap((code) => market.stations.byCode(code) ?? []),
  )
  if (from === undefined || to === undefined) return []
  const { date } = bound
  const found = findItineraries(market, { from, to, date, nonStop: search.nonStop, notBefore: now + CHECK_IN_MINUTES })
  const seated = search.travelers.filter(({ type }) => type !== 'HELD_INFANT').length
  const levels = levelsOf(
    bound,
    search.bounds.every(({ cabin }) => cabin === undefined),
  )
  return found.flatMap((itinerary) => fareBound(itinerary, { levels, seated, today }) ?? [])
}
