import type { Cancellation } from '#runner/contract/capabilities/hotel-result.ts'
import { addDays, parseOffsetTime } from '../offset-time.ts'

/** The last moment at which cancelling is free, on the hotel's calendar and clock. */
export interface FreeCancellation {
  /** The last day on which it is free, all day or until `time`. */
  date: string
  /** "18:00"; `null`: until the day ends. */
  time: string | null
  untilMs: number
}

/** `undefined` when cancelling is not free, or not any more at `nowMs`, or nobody knows. */
export function freeCancellation(cancellation: Cancellation | undefined, nowMs: number): FreeCancellation | undefined {
  if (cancellation?.kind !== 'free') return undefined
  const until = parseOffsetTime(cancellation.until)
  if (until === undefined || until.instantMs <= nowMs) return undefined
  const { date, time, instantMs } = until
  // A day that begins is not a day on which it is still free.
  if (time === '00:00') return { date: addDays(date, -1), time: null, untilMs: instantMs }
  return { date, time: time === '23:59' ? null : time, untilMs: instantMs }
}
