import { Temporal } from 'temporal-polyfill'
import type { Span } from './store.ts'

/** The days that a word or a date names: `today`, `tomorrow`, `week` (today and six days more), `2027-02-13`. */
export function daysOf(when: string, zone: string, nowMs: number): { first: string; last: string } | undefined {
  const today = Temporal.Instant.fromEpochMilliseconds(nowMs).toZonedDateTimeISO(zone).toPlainDate()
  const from = (first: Temporal.PlainDate, more: number) => ({
    first: first.toString(),
    last: first.add({ days: more }).toString(),
  })
  switch (when) {
    case 'today':
      return from(today, 0)
    case 'tomorrow':
      return from(today.add({ days: 1 }), 0)
    case 'week':
      return from(today, 6)
    default:
      try {
        return /^\d{4}-\d{2}-\d{2}$/.test(when) ? from(Temporal.PlainDate.from(when), 0) : undefined
      } catch {
        return undefined
      }
  }
}

/** From the start of the first day to the end of the last, also on days of 23 or 25 hours. */
export function spanOf({ first, last }: { first: string; last: string }, zone: string): Span {
  const startOf = (day: Temporal.PlainDate) => day.toZonedDateTime({ timeZone: zone }).epochMilliseconds
  return {
    fromMs: startOf(Temporal.PlainDate.from(first)),
    toMs: startOf(Temporal.PlainDate.from(last).add({ days: 1 })),
  }
}

/** The local time in `zone` with its offset, like 2027-02-13T15:30:00+01:00. */
export const localTimeOf = (ms: number, zone: string): string =>
  Temporal.Instant.fromEpochMilliseconds(ms)
    .toZonedDateTimeISO(zone)
    .toString({ timeZoneName: 'never', smallestUnit: 'second' })

/** The busy times within a span, in order. Times that touch are merged. */
export function busyTimes(times: readonly { startMs: number; endMs: number }[], { fromMs, toMs }: Span): Span[] {
  const busy: { fromMs: number; toMs: number }[] = []
  for (const { startMs, endMs } of times.toSorted((a, b) => a.startMs - b.startMs)) {
    const [from, to] = [Math.max(startMs, fromMs), Math.min(endMs, toMs)]
    if (from >= to) continue
    const last = busy.at(-1)
    if (last && from <= last.toMs) last.toMs = Math.max(last.toMs, to)
    else busy.push({ fromMs: from, toMs: to })
  }
  return busy
}

/** The times of a span that are not busy. */
export function freeTimes(busy: readonly Span[], { fromMs, toMs }: Span): Span[] {
  const starts = [fromMs, ...busy.map(({ toMs }) => toMs)]
  const ends = [...busy.map(({ fromMs }) => fromMs), toMs]
  return starts.flatMap((from, at) => {
    const to = ends[at] ?? toMs
    return from < to ? [{ fromMs: from, toMs: to }] : []
  })
}
