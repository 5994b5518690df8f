import type { Page } from '@playwright/test'
import { makeFlight, makeLeg } from '#lib/travel/model/flights/testing-flights.ts'
import { addDays } from '#lib/travel/model/offset-time.ts'
import type { FlightLeg, FlightResult } from '#runner/contract/capabilities/flight-result.ts'
import type { SearchLine } from '#runner/contract/stream.ts'
import { answer } from './answer.ts'
import { dayIn } from './searches.ts'

export const marketSearch = {
  origin: 'AMS',
  destination: 'AUA',
  date: dayIn(60),
  return_date: dayIn(68),
  adults: '2',
  max_results: '250',
}

/** The same search, with whole round trips in one list. */
export const marketList = { ...marketSearch, view: 'list' }

const ams = { airport: 'AMS', offset: 60 }
const aua = { airport: 'AUA', offset: -240 }
const hubs = [
  { airport: 'JFK', offset: -300 },
  { airport: 'LIS', offset: 0 },
  { airport: 'BOG', offset: -300 },
]
const carriers = [
  { code: 'KL', name: 'KLM' },
  { code: 'DL', name: 'DELTA AIR LINES' },
  { code: 'TP', name: 'TAP AIR PORTUGAL' },
  { code: 'AV', name: 'AVIANCA' },
  { code: 'B6', name: 'JETBLUE' },
]
const fares = [
  { brand: 'LIGHT', extra: 0, bags: { cabin: 1, checked: { pieces: 0 } }, refundable: false },
  { brand: 'STANDARD', extra: 90, bags: { cabin: 1, checked: { pieces: 1, weight_kg: 23 } }, refundable: false },
  { brand: 'FLEX', extra: 260, bags: { cabin: 1, checked: { pieces: 2, weight_kg: 23 } }, refundable: true },
]

const pick = <Value>(values: readonly Value[], at: number): Value => {
  const value = values[at % values.length]
  if (value === undefined) throw new Error('cannot pick from an empty list')
  return value
}

function leg(date: string, at: number, isBack: boolean): FlightLeg {
  const carrier = pick(carriers, at)
  const [from, to] = isBack ? [aua, ams] : [ams, aua]
  const departure = 300 + ((at * 37) % 1000)
  const wait = 60 + ((at * 53) % 600)
  const isNonstop = at % 4 === 0
  const made = isNonstop
    ? makeLeg(date, [from, to], [[departure, departure + 560 + (at % 7) * 5]])
    : makeLeg(
        date,
        [from, pick(hubs, at), to],
        [
          [departure, departure + 480],
          [departure + 480 + wait, departure + 740 + wait],
        ],
      )
  const segments = made.segments.map((segment, index) => ({
    ...segment,
    carrier,
    flight_number: String(100 + at * 2 + index),
    ...(at % 5 === 1 && { operating_carrier: { code: 'WA', name: 'KLM CITYHOPPER' } }),
    departure: { ...segment.departure, terminal: '1' },
    aircraft: { code: '789', name: 'BOEING 787-9' },
    cabin: 'economy' as const,
  }))
  return { ...made, segments }
}

/** A fixed set of `count` round-trip offers, three fares for each pair of flights. */
export function marketOffers(
  count: number,
  change: (at: number) => Partial<FlightResult> = () => ({}),
): FlightResult[] {
  return Array.from({ length: count }, (_, at) => {
    const flights = Math.floor(at / fares.length)
    const { brand, extra, bags, refundable } = pick(fares, at)
    const amount = 900 + ((flights * 71) % 1700) + extra
    return makeFlight(`offer-${at}`, {
      provider: 'Amadeus',
      legs: [
        leg(marketSearch.date, flights, false),
        leg(marketSearch.return_date, flights + (flights % 7 === 3 ? 21 : 20), true),
      ],
      airline: pick(carriers, flights).name,
      airline_code: pick(carriers, flights).code,
      price: { amount, currency: 'USD' },
      price_base: { amount: amount - 180, currency: 'USD' },
      price_per_traveler: [{ traveler: 'adult', count: 2, price: { amount: amount / 2, currency: 'USD' } }],
      bags,
      fare: { brand, refundable, ...(flights % 6 === 0 && { seats_left: 3 }) },
      co2_kg: 700 + ((flights * 29) % 400),
      ...change(at),
    })
  })
}

/** Round trips with three fares each: every one of the outbound flights has all of the returns. */
export const marketTrips = (outbounds: number, returns: number): FlightResult[] =>
  marketOffers(outbounds * returns * fares.length, (at) => {
    const trip = Math.floor(at / fares.length)
    const [out, back] = [trip % outbounds, 20 + Math.floor(trip / outbounds)]
    return { legs: [leg(marketSearch.date, out, false), leg(marketSearch.return_date, back, true)] }
  })

type Answer = { skill: string; provider: string; data?: 'live' | 'sample' } & (
  | {
      results: readonly unknown[]
      fetched_at?: string
      partial?: boolean
      unreadable?: number
      hotels_with_fewer_rates?: number
      unknown_airports?: string[]
    }
  | { code: 'API_RATE_LIMITED' | 'API_TIMEOUT' | 'API_UNAVAILABLE' }
)

/** Answers every search of the page with these answers, in this order. Other requests reach the app. */
export async function answerSearches(page: Page, ...answers: Answer[]): Promise<void> {
  const lines: unknown[] = [
    {
      type: 'sources',
      sources: answers.map(({ skill, provider }) => ({ skill, provider, timeout_ms: 15_000 })),
    } satisfies SearchLine,
    ...answers.map((one) => ({ type: 'answer', source: one.skill, output: outputOf(one) })),
    { type: 'done', query_time_ms: 400 } satisfies SearchLine,
  ]
  await answer(page, ['/api/search/flights', '/api/search/hotels'], () => lines)
}

function outputOf(answer: Answer) {
  const stamp = { skill: answer.skill, version: '1.0.0' }
  if ('code' in answer) return { status: 'error', ...stamp, error: { code: answer.code, message: 'a sentence' } }
  return {
    status: 'success',
    ...stamp,
    results: answer.results,
    metadata: {
      query_time_ms: 380,
      cached: false,
      data: answer.data ?? 'sample',
      fetched_at: answer.fetched_at ?? new Date().toISOString(),
      partial: answer.partial ?? false,
      unreadable: answer.unreadable,
      hotels_with_fewer_rates: answer.hotels_with_fewer_rates,
      unknown_airports: answer.unknown_airports,
    },
  }
}

/**
 * Answers the page's requests for day prices. `prices`: by number of days from the search's date; other days are
 * unknown.
 */
export async function answerDays(page: Page, prices: Record<number, number>): Promise<void> {
  await answer(page, ['/api/search/flights/dates'], ({ searchParams }) => {
    return (searchParams.get('dates') ?? '').split(',').map((dates) => {
      const [date] = dates.split('_')
      const shift = Object.keys(prices).find((step) => addDays(marketSearch.date, Number(step)) === date)
      const amount = shift === undefined ? undefined : prices[Number(shift)]
      if (amount === undefined) return { state: 'unknown', dates }
      const price = { amount, currency: 'USD' }
      return { state: 'priced', dates, price, data: 'sample', provider: 'A', fetched_at: new Date().toISOString() }
    })
  })
}
