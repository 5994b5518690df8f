import type { FlightSlice } from '#runner/contract/capabilities/slice-text.ts'
import type { FlightFormValues } from './flight-form.ts'

type SliceValues = Pick<FlightFormValues, 'origin' | 'destination' | 'date' | 'onward'>

/** All flights of the form, the first included. */
export function formSlices({ origin, destination, date, onward }: SliceValues): FlightSlice[] {
  return [{ origin, destination, date }, ...onward]
}

/** The form's values for these flights. An empty list changes no value. */
export function sliceValues([first, ...onward]: readonly FlightSlice[]): Partial<SliceValues> {
  return first ? { ...first, onward } : {}
}

/** Adds a flight that starts where the last one ends. */
export function addSlice(slices: readonly FlightSlice[]): FlightSlice[] {
  return [...slices, { origin: slices.at(-1)?.destination ?? '', destination: '', date: '' }]
}

/**
 * Changes one flight. A changed destination also becomes the origin of the next flight, unless that origin was already
 * a different place.
 */
export function changeSlice(slices: readonly FlightSlice[], at: number, change: Partial<FlightSlice>): FlightSlice[] {
  const before = slices[at]?.destination
  return slices.map((slice, index) => {
    if (index === at) return { ...slice, ...change }
    const follows = slice.origin === '' || slice.origin === before
    return index === at + 1 && change.destination && follows ? { ...slice, origin: change.destination } : slice
  })
}

/** Moves a flight's cities one position up or down. The dates stay, because they must remain in order. */
export function moveSlice(slices: readonly FlightSlice[], at: number, by: 1 | -1): FlightSlice[] {
  const [moved, other] = [slices[at], slices[at + by]]
  if (!moved || !other) return [...slices]
  return slices.map((slice, index) => {
    if (index === at) return { ...other, date: slice.date }
    return index === at + by ? { ...moved, date: slice.date } : slice
  })
}
