import { Temporal } from 'temporal-polyfill'
import { toInstantMs } from '#lib/travel/model/zoned-time.ts'
import { createPlaces } from '#lib/travel/server/places/places.ts'
import type { FlightOffer } from '../answer/write-offer.ts'
import type { Segment } from '../answer/write-segment.ts'
import { createOfferGenerator } from '../generate-offers.ts'
import { travelersOf } from '../read-query.ts'
import type { Cabin, FlightSearch } from '../search.ts'

export const places = createPlaces()
export const { generate } = createOfferGenerator(places)
/** The tests' "now". */
export const now = Date.UTC(2026, 10, 20, 12)

export const minutesOf = (duration: string): number => Temporal.Duration.from(duration).total('minutes')

export interface Asked {
  date?: string
  returnDate?: string | undefined
  adults?: number
  children?: number
  infants?: number
  cabin?: Cabin | undefined
}

/** A search between two places, by default one way on a winter day. */
export function search(from: string, to: string, asked: Asked = {}, changes: Partial<FlightSearch> = {}): FlightSearch {
  const { date = '2027-01-13', returnDate, cabin, adults = 1, children = 0, infants = 0 } = asked
  const [origins, destinations] = [from, to].map((code) => places.byCode(code)?.airports ?? [])
  if (origins === undefined || destinations === undefined) throw new Error('a search needs two places')
  const out = { origins, destinations, date, cabin }
  return {
    bounds:
      returnDate === undefined
        ? [out]
        : [out, { origins: destinations, destinations: origins, date: returnDate, cabin }],
    travelers: travelersOf(adults, children, infants),
    nonStop: false,
    currency: 'USD',
    max: 250,
    ...changes,
  }
}

export const segmentsOf = (offers: readonly FlightOffer[]): Segment[] =>
  offers.flatMap(({ itineraries }) => itineraries.flatMap(({ segments }) => segments))

/** The instants of a local time, in minutes since 1970 UTC: two if it occurs twice because clocks go back, else one. */
export function instantsOf({ iataCode, at }: { iataCode: string; at: string }): number[] {
  const zone = places.zoneOf(iataCode) ?? ''
  const first = (toInstantMs(zone, at) ?? Number.NaN) / 60_000
  const later = [30, 60, 120].flatMap((shift) => {
    const next = (toInstantMs(zone, shifted(at, shift)) ?? Number.NaN) / 60_000
    // Clocks went back by `shift` if the local time `shift` minutes later is 2 × `shift` minutes away.
    return next - first === 2 * shift ? [first + shift] : []
  })
  return [first, ...later]
}

function shifted(at: string, minutes: number): string {
  return new Date(Date.parse(`${at}Z`) + minutes * 60_000).toISOString().slice(0, 19)
}
