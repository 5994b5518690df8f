import type { Bags, FlightLeg, FlightResult, FlightSegment } from '#runner/contract/capabilities/flight-result.ts'
import type { Cabin } from '#runner/contract/capabilities/flight-search.ts'
import { formatDuration } from '../format.ts'

/** Waits longer than this are drawn as long. */
export const LONG_WAIT_MINUTES = 5 * 60

/** "UA 71", whether or not the number already carries the carrier's code. */
export function flightName({ carrier, flight_number }: Pick<FlightSegment, 'carrier' | 'flight_number'>): string {
  const number = flight_number.startsWith(carrier.code)
    ? flight_number.slice(carrier.code.length).trim()
    : flight_number
  return `${carrier.code} ${number}`
}

/** "Nonstop", "1 stop", "2 stops". */
export function stopsText(stops: number): string {
  if (stops === 0) return 'Nonstop'
  return stops === 1 ? '1 stop' : `${stops} stops`
}

/** A bar in words: "UA 71 8 h 35, UA 1046 4 h 20; wait 1 h 55 in EWR". */
export function describeLeg(leg: FlightLeg): string {
  const flights = leg.segments.map((segment) => `${flightName(segment)} ${formatDuration(segment.duration_minutes)}`)
  const waits = leg.layovers.map((wait) => `wait ${formatDuration(wait.duration_minutes)} in ${wait.airport}`)
  return [flights.join(', '), ...waits].join('; ')
}

/** The carriers of an offer in the order in which they fly, each once. */
export function carriersOf(flight: FlightResult): { code: string; name: string }[] {
  const all = flight.legs.flatMap((leg) => leg.segments.map(({ carrier }) => carrier))
  return all.filter((carrier, at) => all.findIndex(({ code }) => code === carrier.code) === at)
}

/** The names of those who fly for another carrier, each once. */
export function operatorsOf(flight: FlightResult): string[] {
  const names = flight.legs.flatMap(({ segments }) =>
    segments.flatMap(({ carrier, operating_carrier: operator }) =>
      operator && operator.code !== carrier.code && operator.name && operator.name !== carrier.name
        ? [operator.name]
        : [],
    ),
  )
  return [...new Set(names)]
}

/** The cabins of an offer in the order in which they are flown, each once; empty when the provider does not say. */
export function cabinsOf(flight: FlightResult): Cabin[] {
  return [...new Set(flight.legs.flatMap(({ segments }) => segments.flatMap(({ cabin }) => cabin ?? [])))]
}

/** "Cabin bag, 1 × 23 kg"; null when the provider says nothing of bags. */
export function bagsText(bags: Bags | undefined): string | null {
  if (!bags || (bags.cabin === undefined && bags.checked === undefined)) return null
  const cabin = bags.cabin === undefined ? null : bags.cabin === 0 ? 'No cabin bag' : 'Cabin bag'
  const checked = checkedText(bags.checked)
  if (checked === 'none') return cabin === 'Cabin bag' ? 'Cabin bag only' : 'No checked bag'
  return [cabin, checked].filter(Boolean).join(', ')
}

function checkedText(checked: Bags['checked']): string | null {
  if (!checked) return null
  const { pieces, weight_kg: weight } = checked
  if (pieces === 0 || (pieces === undefined && weight === 0)) return 'none'
  if (pieces !== undefined && weight !== undefined) return `${pieces} × ${weight} kg`
  if (pieces !== undefined) return pieces === 1 ? '1 checked bag' : `${pieces} checked bags`
  return weight === undefined ? null : `${weight} kg checked`
}

/** The median of the CO₂ figures of a list; null when fewer than five offers have one, which would compare with nothing. */
export function medianCo2(flights: readonly FlightResult[]): number | null {
  const figures = flights.flatMap(({ co2_kg }) => co2_kg ?? []).toSorted((a, b) => a - b)
  if (figures.length < 5) return null
  const middle = Math.floor(figures.length / 2)
  const upper = figures[middle] ?? 0
  return figures.length % 2 === 1 ? upper : (upper + (figures[middle - 1] ?? upper)) / 2
}
