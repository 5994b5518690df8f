import type { Texts } from '#lib/platform/model/texts.ts'
import { durationText } from './flight-format.ts'

/** The messages, locale and duration format that texts about flights use. */
export interface FlightWords {
  t: Texts<'flights'>
  /** "9 h 15" */
  duration: (minutes: number) => string
  locale: string
}

export const flightWords = (t: Texts<'flights'>, units: Texts<'units'>, locale: string): FlightWords => ({
  t,
  duration: (minutes) => durationText(minutes, units),
  locale,
})
