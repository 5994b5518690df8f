import type { Texts } from '#lib/platform/model/texts.ts'
import type { Bags, FlightLeg, FlightResult, FlightSegment } from '#runner/contract/capabilities/flight-result.ts'
import { inList } from '../in-list.ts'
import { readableName } from '../readable-name.ts'
import type { FlightOffer } from './flight-offer.ts'
import type { FlightWords } from './flight-words.ts'

/** Waits longer than this are drawn as long. */
export const LONG_WAIT_MINUTES = 5 * 60

type Numbered = Pick<FlightSegment, 'carrier' | 'flight_number'>

/** "71", whether or not the provider's number contains the carrier's code. */
export const flightNumber = ({ carrier, flight_number }: Numbered): string =>
  flight_number.startsWith(carrier.code) ? flight_number.slice(carrier.code.length).trim() : flight_number

/** "UA 71" */
export const flightName = (flight: Numbered): string => `${flight.carrier.code} ${flightNumber(flight)}`

/** "Out" and "Back", or "Flight 2" of a multi-city trip. */
export function directionTitle(at: number, isMulti: boolean, t: Texts<'flights'>): string {
  return isMulti ? t('flightNumber', { number: at + 1 }) : at === 0 ? t('out') : t('back')
}

/** "Nonstop", "1 stop", "2 stops". */
export const stopsText = (stops: number, t: Texts<'flights'>): string => t('stops', { count: stops })

/** The text of a leg's bar: "UA 71 8 h 35, UA 1046 4 h 20; wait 1 h 55 in EWR". */
export function describeLeg(leg: FlightLeg, { t, duration }: FlightWords): string {
  const flights = leg.segments.map((segment) => `${flightName(segment)} ${duration(segment.duration_minutes)}`)
  const waits = leg.layovers.map((wait) =>
    t('barWait', { time: duration(wait.duration_minutes), airport: wait.airport }),
  )
  return [inList(flights, t), ...waits].join('; ')
}

/** An airline's name. A code that the provider does not name is shown as the code: no name is invented for it. */
export const airlineName = (airline: { code: string; name: string }, t: Texts<'flights'>): string => {
  const isNamed = airline.code === '' || !['', airline.code].includes(airline.name)
  return isNamed ? readableName(airline.name) : t('unknownAirline', { code: airline.code })
}

/** The carriers of an offer in the order of its flights, without repeats. */
export function carriersOf(flight: Pick<FlightResult, 'legs'>): { code: string; name: string }[] {
  const all = flight.legs.flatMap((leg) => leg.segments.map(({ carrier }) => carrier))
  return all.filter((carrier, at) => all.findIndex(({ code }) => code === carrier.code) === at)
}

/** "KLM, Delta": the carriers of an offer. */
export const carrierNames = (flight: Pick<FlightResult, 'legs'>, t: Texts<'flights'>): string =>
  inList(
    carriersOf(flight).map((carrier) => airlineName(carrier, t)),
    t,
  )

/** The airline that sells an offer; `undefined` if the provider does not say. Nobody sells sample and test data. */
export const sellerName = (
  { data, flight: { seller } }: Pick<FlightOffer, 'data' | 'flight'>,
  t: Texts<'flights'>,
): string | undefined => (data === 'live' && seller ? airlineName(seller, t) : undefined)

/** The names of carriers that operate a flight of another carrier, without repeats. */
export function operatorsOf(flight: FlightResult, t: Texts<'flights'>): string[] {
  const names = flight.legs.flatMap(({ segments }) =>
    segments.flatMap(({ carrier, operating_carrier: operator }) =>
      operator && operator.code !== carrier.code && operator.name && operator.name !== carrier.name
        ? [airlineName(operator, t)]
        : [],
    ),
  )
  return [...new Set(names)]
}

/** "Cabin bag, 1 × 23 kg"; null if the provider gives no bags. */
export function bagsText(bags: Bags | undefined, t: Texts<'flights'>): string | null {
  const { cabin, checked } = bags ?? {}
  if (isNone(checked)) return cabin ? t('cabinBagOnly') : t('noCheckedBag')
  const inCabin = cabin === undefined ? null : cabin === 0 ? t('noCabinBag') : t('cabinBag')
  return inList([inCabin, checkedText(checked, t)], t) || null
}

const isNone = (checked: Bags['checked']): boolean =>
  checked?.pieces === 0 || (checked?.pieces === undefined && checked?.weight_kg === 0)

function checkedText(checked: Bags['checked'], t: Texts<'flights'>): string | null {
  const { pieces, weight_kg: weight } = checked ?? {}
  if (pieces !== undefined && weight !== undefined) return t('checkedPiecesOf', { pieces, weight })
  if (pieces !== undefined) return t('checkedPieces', { count: pieces })
  return weight === undefined ? null : t('checkedWeight', { weight })
}

/** The median CO₂ of a list; null with fewer than five figures, too few for a comparison. */
export function medianCo2(given: readonly (number | undefined)[]): number | null {
  const figures = given.flatMap((kg) => kg ?? []).toSorted((a, b) => a - b)
  if (figures.length < 5) return null
  const middle = Math.floor(figures.length / 2)
  const upper = figures[middle] ?? 0
  return figures.length % 2 === 1 ? upper : (upper + (figures[middle - 1] ?? upper)) / 2
}
