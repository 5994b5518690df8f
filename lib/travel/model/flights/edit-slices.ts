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
