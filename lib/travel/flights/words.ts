import type { Bags, FlightLeg, FlightResult, FlightSegment } from '#runner/contract/capabilities/flight-result.ts'
import type { Cabin } from '#runner/contract/capabilities/flight-search.ts'
import { formatDate, formatDuration } from '../format.ts'
import { isDate } from '../offset-time.ts'

/** Waits longer than this are drawn as long. */
export const LONG_WAIT_MINUTES = 5 * 60

/** "UA 71", whether or not the number already contains the carrier's code. */
export function flightName({ carrier, flight_number }: Pick<FlightSegment, 'carrier' | 'flight_number'>): string {
  const number = flight_number.startsWith(carrier.code)
    ? flight_number.slice(carrier.code.length).trim()
    : flight_number
  return `${carrier.code} ${number}`
}

/** "Out" and "Back", or "Flight 2" of a multi-city trip. */
export function directionTitle(at: number, isMulti: boolean): string {
  return isMulti ? `Flight ${at + 1}` : at === 0 ? 'Out' : 'Back'
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

/** The carriers of an offer in the order of its flights, without repeats. */
export function carriersOf(flight: FlightResult): { code: string; name: string }[] {
  const all = flight.legs.flatMap((leg) => leg.segments.map(({ carrier }) => carrier))
  return all.filter((carrier, at) => all.findIndex(({ code }) => code === carrier.code) === at)
}

/** The names of carriers that fly for another, without repeats. */
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

/** The cabins of an offer in the order of its flights, without repeats; empty if the provider gives none. */
export function cabinsOf(flight: FlightResult): Cabin[] {
  return [...new Set(flight.legs.flatMap(({ segments }) => segments.flatMap(({ cabin }) => cabin ?? [])))]
}

/** "Cabin bag, 1 × 23 kg"; null if the provider gives no bags. */
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

/** The median CO₂ of a list; null with fewer than five figures, too few for a comparison. */
export function medianCo2(flights: readonly FlightResult[]): number | null {
  const figures = flights.flatMap(({ co2_kg }) => co2_kg ?? []).toSorted((a, b) => a - b)
  if (figures.length < 5) return null
  const middle = Math.floor(figures.length / 2)
  const upper = figures[middle] ?? 0
  return figures.length % 2 === 1 ? upper : (upper + (figures[middle - 1] ?? upper)) / 2
}

/** Texts that may distinguish two fares of the same flights: conditions, booking classes, and the booking deadline. */
export function fareDifferences({ fare, legs, last_ticketing_date: bookBy }: FlightResult): string[] {
  const booked = legs.flatMap(({ segments }) => segments.flatMap((segment) => segment.fare ?? []))
  const classes = [...new Set(booked.flatMap(({ booking_class }) => booking_class ?? []))]
  const bases = [...new Set(booked.flatMap(({ basis }) => basis ?? []))]
  return [
    ...(fare?.conditions ?? []).map(conditionText),
    ...(classes.length > 0 ? [`Booking class ${classes.join(', ')}`] : []),
    ...(bases.length > 0 ? [`Fare basis ${bases.join(', ')}`] : []),
    ...(bookBy && isDate(bookBy.slice(0, 10)) ? [`Book by ${formatDate(bookBy.slice(0, 10))}`] : []),
  ]
}

/** Plain words for trade terms. */
const tradeWords: Record<string, string> = {
  'pre reserved seat assignment': 'Seat choice',
  'std seat sel 24h before depart': 'Standard seat choice 24 hours before departure',
  'meal beverage': 'Meal and drink',
  'refundable ticket': 'Refund',
  'refunds anytime': 'Refund at any time',
  'refunds no show': 'Refund after a missed flight',
  'changeable ticket': 'Change of flight',
  'change anytime': 'Change of flight at any time',
  'changes no show': 'Change after a missed flight',
  'first hand bag': 'Cabin bag',
  'on board personal item': 'Small bag under the seat',
}
/** Abbreviations that stay in capitals, and units. */
const kept: Record<string, string> = { kg: 'kg', pct: '%', wifi: 'Wi-Fi', xl: 'XL', avios: 'Avios' }

/** A fare condition in words, and whether it costs extra: "Seat choice: extra charge". */
export function conditionText({ text, charged }: { text: string; charged: boolean }): string {
  const words = text.trim().replaceAll('_', ' ')
  const known = tradeWords[words.toLowerCase()]
  // Text that is not all in capitals is already readable.
  const name = known ?? (words === words.toUpperCase() ? sentenceOf(words) : words)
  return charged ? `${name}: extra charge` : name
}

function sentenceOf(capitals: string): string {
  const text = capitals
    .toLowerCase()
    .split(/\s+/)
    .map((word) => (Object.hasOwn(kept, word) ? kept[word] : word))
    .join(' ')
    .replaceAll('seat selection', 'seat choice')
  return text.charAt(0).toUpperCase() + text.slice(1)
}
