import type { FlightSlice } from './slice-text.ts'

// Imports no library, because pages load it.

type Trip = FlightSlice & {
  readonly return_date: string | null
  readonly onward?: readonly FlightSlice[] | undefined
}

/** The flights of a search in order: one for a one-way trip, two for a round trip, two to six for a multi-city trip. */
export function slicesOf({ origin, destination, date, return_date, onward }: Trip): FlightSlice[] {
  const first = { origin, destination, date }
  if (onward !== undefined) return [first, ...onward]
  return return_date === null ? [first] : [first, { origin: destination, destination: origin, date: return_date }]
}

/** The day of the last departure. */
export const lastDay = (trip: Trip): string => slicesOf(trip).at(-1)?.date ?? trip.date

/** The place codes of a trip in order. A place where one flight ends and the next starts appears once. */
export function stopsOf(hops: readonly Pick<FlightSlice, 'origin' | 'destination'>[]): string[] {
  return hops.flatMap(({ origin, destination }, at) =>
    hops[at - 1]?.destination === origin ? [destination] : [origin, destination],
  )
}

/** Reads the text of a URL without checking its parts. Codes may be in lower case. */
export function readSlice(text: string): { [name in keyof FlightSlice]: string | undefined } {
  const [origin, destination, ...day] = text.trim().toUpperCase().split('-')
  return { origin: origin || undefined, destination: destination || undefined, date: day.join('-') || undefined }
}
