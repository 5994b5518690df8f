import type { JournalCall } from '#lib/console/model/console-executions.ts'

/** Where the calls of a journal are on its time axis. */
export type Timeline = {
  readonly spanMs: number
  /** The times of the marks, from 0. Empty: the journal does not say when its calls began, and bars show only how long they took. */
  readonly ticks: readonly number[]
  readonly placeOf: (call: JournalCall) => { readonly left?: string; readonly width: string }
}

/** At most five marks fit under each other's words. */
const maxTicks = 5
const steps = [1, 2, 5]

export function timelineOf(journal: readonly JournalCall[]): Timeline {
  const isTimed = journal.length > 0 && journal.every(({ at_ms }) => at_ms !== null)
  const spanMs = Math.max(1, ...journal.map(({ at_ms, duration_ms }) => (isTimed ? (at_ms ?? 0) : 0) + duration_ms))
  const share = (ms: number) => `${(ms / spanMs) * 100}%`
  return {
    spanMs,
    ticks: isTimed ? ticksOf(spanMs) : [],
    placeOf: ({ at_ms, duration_ms }) => ({
      ...(isTimed && { left: `min(${share(at_ms ?? 0)}, 100% - 2px)` }),
      width: `max(2px, ${share(duration_ms)})`,
    }),
  }
}

/** Round times: 0, 100, 200 … */
function ticksOf(spanMs: number): number[] {
  let step = 1
  for (let power = 0; spanMs / step > maxTicks; power += 1) step = (steps[power % 3] ?? 1) * 10 ** Math.floor(power / 3)
  return Array.from({ length: Math.floor(spanMs / step) + 1 }, (_, index) => index * step)
}
