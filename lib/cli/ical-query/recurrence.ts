import { RRuleTemporal } from 'rrule-temporal'
import { Temporal } from 'temporal-polyfill'
import type { Property } from './parse-calendars.ts'

type LocalSpan = { readonly from: Temporal.PlainDateTime; readonly to: Temporal.PlainDateTime }

/** The maximum of dates, and of periods without a date, to try for one rule: about 50 years of days. */
const maxDates = 20_000
const maxCandidates = 500_000

/** The least length of each period. */
const periodDays: Readonly<Record<string, number>> = {
  YEARLY: 365,
  MONTHLY: 28,
  WEEKLY: 7,
  DAILY: 1,
  HOURLY: 1 / 24,
  MINUTELY: 1 / 1440,
  SECONDLY: 1 / 86_400,
}

/** The parts of a rule, such as FREQ and BYDAY, in upper case. @throws for a rule against the standard */
export function partsOf({ raw, values }: Property): ReadonlyMap<string, string> {
  // ical.js refuses values out of range; rrule-temporal would ignore them.
  if (values.length === 0) throw new Error('the rule cannot be read')
  const pairs = raw
    .trim()
    .toUpperCase()
    .split(';')
    .filter((pair) => pair !== '')
  return new Map(pairs.map((pair): [string, string] => [pair.split('=')[0] ?? '', pair.split('=')[1] ?? '']))
}

/**
 * The local dates of a rule in a span, both ends included, in order. They are computed without a zone, so that clock
 * changes move none of them. The last date (UNTIL) is not applied.
 *
 * @throws for a rule against the standard, one that cannot be computed, and one with too many dates
 */
export function datesOf(
  parts: ReadonlyMap<string, string>,
  start: Temporal.PlainDateTime,
  { from, to }: LocalSpan,
): Temporal.PlainDateTime[] {
  if (!isComputed(parts)) throw new Error('the rule cannot be computed')
  // A longer interval has no second date in the span either, and rrule-temporal refuses years out of range.
  const days = Math.max(0, start.until(to, { largestUnit: 'day' }).days) + 1
  const most = Math.ceil(days / (periodDays[parts.get('FREQ') ?? ''] ?? 1)) + 1
  const interval = Math.min(Number(parts.get('INTERVAL') ?? 1), most)
  const kept = [...parts].filter(([name]) => name !== 'UNTIL' && name !== 'INTERVAL')
  const rule = [...kept, ['INTERVAL', String(interval)]].map((pair) => pair.join('='))
  const recurrence = new RRuleTemporal({
    rruleString: rule.join(';'),
    dtstart: start.toZonedDateTime('UTC'),
    strict: true,
    maxIterations: maxDates,
    maxCandidateEvaluations: maxCandidates,
    cache: false,
  })
  const found = recurrence.between(from.toZonedDateTime('UTC'), to.toZonedDateTime('UTC'), true)
  if (found.length > maxDates) throw new Error(`more than ${maxDates} dates to read`)
  return found.map(({ epochMilliseconds }) =>
    Temporal.Instant.fromEpochMilliseconds(epochMilliseconds).toZonedDateTimeISO('UTC').toPlainDateTime(),
  )
}

/** Whether rrule-temporal gives the dates of the standard: it does not for a few combinations that nobody needs. */
function isComputed(parts: ReadonlyMap<string, string>): boolean {
  const has = (name: string) => parts.has(name)
  const days = parts.get('BYDAY') ?? ''
  const isNumbered = /\d/.test(days)
  const isMixed = isNumbered && days.split(',').some((day) => !/\d/.test(day))
  const hasZero = [...parts].some(
    ([name, value]) =>
      /^BY(?:MONTHDAY|YEARDAY|WEEKNO|SETPOS)$/.test(name) && value.split(',').some((one) => Number(one) === 0),
  )
  if (hasZero || isMixed || days.includes('53')) return false
  if (has('BYWEEKNO') && (has('BYMONTHDAY') || has('BYYEARDAY') || isNumbered)) return false
  if (parts.get('FREQ') !== 'YEARLY') return true
  return has('BYYEARDAY') ? !(has('BYDAY') || has('BYMONTHDAY')) : !(has('BYMONTHDAY') && isNumbered)
}
