import type { Cancellation } from '#runner/contract/capabilities/hotel-result.ts'
import { addDays, parseOffsetTime } from '../offset-time.ts'

/** The end of free cancellation, in the hotel's local time. */
export interface FreeCancellation {
  /** The last free day, as a whole or until `time`. */
  date: string
  /** "18:00"; `null`: until the end of the day. */
  time: string | null
  untilMs: number
}

/** `undefined` if cancelling is not free, is no longer free at `nowMs`, or the terms are unknown. */
export function freeCancellation(cancellation: Cancellation | undefined, nowMs: number): FreeCancellation | undefined {
  if (cancellation?.kind !== 'free') return undefined
  const until = parseOffsetTime(cancellation.until)
  if (until === undefined || until.instantMs <= nowMs) return undefined
  const { date, time, instantMs } = until
  // With an end at 00:00, the day before is the last free day.
  if (time === '00:00') return { date: addDays(date, -1), time: null, untilMs: instantMs }
  return { date, time: time === '23:59' ? null : time, untilMs: instantMs }
}
