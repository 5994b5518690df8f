import { formatOffset, parseOffset } from './utc-offset.ts'

type AskOffsets = (pairs: [zone: string, localTime: string][]) => Promise<readonly (string | null)[]>

/** A moment on the hotel's clock. `text` has the offset. */
export type Moment = { readonly text: string; readonly ms: number }

/** A deadline in UTC near a clock change, with the lower and the higher of the offsets before and after it. */
type Instant = { readonly value: string; readonly ms: number; readonly lower: number; readonly higher: number }

/** The deadlines of one answer. Providers write them in local time, with or without an offset, or in UTC. */
export type Deadlines = {
  /** Registers a deadline, so that many offsets can be requested together. */
  note(value: unknown): void
  /**
   * Requests the missing offsets of the deadlines registered since the last call, and waits for a call in flight.
   * Rejects if the host does not know the zone.
   */
  resolve(ask: AskOffsets): Promise<void>
  /**
   * Returns `undefined` for a value that is not a time, for a time that was not registered, and for a time outside of
   * this century, which providers send for an unknown deadline.
   */
  at(value: unknown): Moment | undefined
}

const thisCentury = /^20/
const written = /^(\d{4}-\d{2}-\d{2})(?:T(\d{2}:\d{2})(?::(\d{2})(?:\.\d+)?)?(Z|[+-]\d{2}:\d{2})?)?$/

export function createDeadlines(zone: string): Deadlines {
  const moments = new Map<string, Moment | undefined>()
  /** Local times without an offset, by their original text. */
  const local = new Map<string, string>()
  const universal = new Map<string, number>()
  let last = Promise.resolve()

  async function offsetsOf(times: readonly string[], ask: AskOffsets): Promise<number[]> {
    const offsets = times.length === 0 ? [] : await ask(times.map((time) => [zone, time]))
    return offsets.map((offset) => {
      const minutes = parseOffset(offset)
      if (minutes === undefined) throw new RangeError('the host does not know the zone')
      return minutes
    })
  }

  async function settle(ask: AskOffsets): Promise<void> {
    const [times, instants] = [[...local], [...universal]]
    local.clear()
    universal.clear()
    const days = [...new Set(instants.map(([, ms]) => dayOf(ms)))]
    const around = days.flatMap((day) => [(day - 1) * dayMs, (day + 2) * dayMs])
    const offsets = await offsetsOf([...times.map(([, time]) => time), ...around.map(localText)], ask)
    for (const [index, [value, time]] of times.entries()) {
      const offset = offsets[index] ?? 0
      moments.set(value, momentOf(Date.parse(`${time}Z`) - offset * minuteMs, offset))
    }
    const ofDays = offsets.slice(times.length)
    const known = new Map(days.map((day, index) => [day, offsetsAround(ofDays, index)]))
    const changing: Instant[] = []
    for (const [value, ms] of instants) {
      const { lower, higher } = known.get(dayOf(ms)) ?? { lower: 0, higher: 0 }
      if (lower === higher) moments.set(value, momentOf(ms, lower))
      else changing.push({ value, ms, lower, higher })
    }
    // For a local time that a clock change repeats or skips, the host returns the offset before the change. So the
    // higher offset is right exactly if the host returns it for the local time that results from it.
    const found = await offsetsOf(
      changing.map(({ ms, higher }) => localText(ms + higher * minuteMs)),
      ask,
    )
    for (const [index, { value, ms, lower, higher }] of changing.entries()) {
      moments.set(value, momentOf(ms, found[index] === higher ? higher : lower))
    }
  }

  return {
    note(value) {
      if (typeof value !== 'string' || moments.has(value)) return
      moments.set(value, undefined)
      const match = written.exec(value)
      if (match === null || !thisCentury.test(value)) return
      // A day without a time means its start, the earliest possible deadline.
      const time = `${match[1]}T${match[2] ?? '00:00'}:${match[3] ?? '00'}`
      const wallMs = Date.parse(`${time}Z`)
      if (!Number.isFinite(wallMs) || localText(wallMs) !== time) return
      const offset = parseOffset(match[4])
      if (offset === undefined) local.set(value, time)
      else if (offset === 0) universal.set(value, wallMs)
      else moments.set(value, momentOf(wallMs - offset * minuteMs, offset))
    },
    resolve(ask) {
      // Calls run in sequence, because the previous call may already request the offsets that this one needs.
      last = last.then(() => settle(ask))
      return last
    },
    at: (value) => (typeof value === 'string' ? moments.get(value) : undefined),
  }
}

const minuteMs = 60_000
const dayMs = 86_400_000

const dayOf = (ms: number): number => Math.floor(ms / dayMs)

function localText(wallMs: number): string {
  return new Date(wallMs).toISOString().slice(0, 19)
}

/** The lower and the higher of the offsets on the days before and after a UTC day. */
function offsetsAround(offsets: readonly number[], index: number): { lower: number; higher: number } {
  const [before = 0, after = 0] = offsets.slice(2 * index, 2 * index + 2)
  return { lower: Math.min(before, after), higher: Math.max(before, after) }
}

function momentOf(ms: number, offset: number): Moment | undefined {
  const time = localText(ms + offset * minuteMs)
  return thisCentury.test(time) ? { ms, text: time + formatOffset(offset) } : undefined
}
