import { formatOffset, parseOffset } from './utc-offset.ts'

type AskOffsets = (pairs: [zone: string, localTime: string][]) => Promise<readonly string[]>

/** A moment on the hotel's clock. `text` has the offset. */
type Moment = { readonly text: string; readonly ms: number }

/** The deadlines of one answer. Providers write them in local time, with or without an offset, or in UTC. */
export type Deadlines = {
  /** Registers a deadline, so that many offsets can be requested together. */
  note(value: unknown): void
  /**
   * Requests the missing offsets of the deadlines registered since the last call, and waits for a call in flight.
   * Rejects if the host does not know the zone.
   */
  resolve(ask: AskOffsets): Promise<void>
  /** Returns `undefined` for a value that is not a time, and for a time that was not registered. */
  at(value: unknown): Moment | undefined
}

const written = /^(\d{4}-\d{2}-\d{2})(?:T(\d{2}:\d{2})(?::(\d{2})(?:\.\d+)?)?(Z|[+-]\d{2}:\d{2})?)?$/

export function createDeadlines(zone: string): Deadlines {
  const moments = new Map<string, Moment | undefined>()
  /** Local times without an offset, by their original text. */
  const local = new Map<string, string>()
  const universal = new Map<string, number>()
  let last = Promise.resolve()

  async function offsetsOf(times: readonly string[], ask: AskOffsets): Promise<number[]> {
    const offsets = times.length === 0 ? [] : await ask(times.map((time) => [zone, time]))
    return offsets.map((offset) => parseOffset(offset) ?? 0)
  }

  async function settle(ask: AskOffsets): Promise<void> {
    const [times, instants] = [[...local], [...universal]]
    local.clear()
    universal.clear()
    const offsets = await offsetsOf([...times.map(([, time]) => time), ...instants.map(([, ms]) => localText(ms))], ask)
    for (const [index, [value, time]] of times.entries()) {
      const offset = offsets[index] ?? 0
      moments.set(value, momentOf(Date.parse(`${time}Z`) - offset * minuteMs, offset))
    }
    // A UTC time read as local time gives the correct offset, except within a day of a clock change. A second call
    // corrects that.
    const guessed = instants.map(([, ms], index) => localText(ms + (offsets[times.length + index] ?? 0) * minuteMs))
    const settled = await offsetsOf(guessed, ask)
    for (const [index, [value, ms]] of instants.entries()) moments.set(value, momentOf(ms, settled[index] ?? 0))
  }

  return {
    note(value) {
      if (typeof value !== 'string' || moments.has(value)) return
      moments.set(value, undefined)
      const match = written.exec(value)
      if (match === null) return
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

function localText(wallMs: number): string {
  return new Date(wallMs).toISOString().slice(0, 19)
}

function momentOf(ms: number, offset: number): Moment {
  return { ms, text: localText(ms + offset * minuteMs) + formatOffset(offset) }
}
