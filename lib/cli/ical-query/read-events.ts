import ICAL from 'ical.js'
import { Temporal } from 'temporal-polyfill'
import { boundRules } from './bound-rules.ts'
import { parseCalendars } from './parse-calendars.ts'
import type { Span } from './store.ts'
import { instantOf, preferKnownZones } from './zones.ts'

/** One occurrence. Milliseconds since the epoch; `endMs` is exclusive. */
export type Occurrence = {
  readonly uid: string
  readonly title: string
  readonly location: string | undefined
  readonly startMs: number
  readonly endMs: number
  /** The first and the last day; undefined if the event has times. */
  readonly days: { readonly first: string; readonly last: string } | undefined
  /** Whether it blocks the time. */
  readonly isBusy: boolean
}

/** An entry whose dates cannot be computed. */
export type Undated = Pick<Occurrence, 'uid' | 'title' | 'isBusy'>

export type Reading = { readonly occurrences: readonly Occurrence[]; readonly undated: readonly Undated[] }

/** The maximum of recurrences to read: about 50 years of days, because a rule without an end may start long ago. */
const maxDates = 20_000

/** The frequencies in which the time between two dates is constant, in seconds of local time. */
const periods: Readonly<Record<string, number>> = { SECONDLY: 1, MINUTELY: 60, HOURLY: 3600, DAILY: 86_400 }

/** The end of the last year that iCalendar can write. */
const latestMs = Date.UTC(9999, 11, 31)

/** More than any clock change moves a local time. */
const marginMs = 2 * 86_400_000

/**
 * The occurrences of one iCalendar text that overlap a span, unordered: recurrences expanded, exceptions applied,
 * cancelled ones left out.
 *
 * @param zone the time zone of dates, and of times without a zone
 * @param isOver whether the time for computing dates is used up: the remaining recurring entries are then undated
 * @throws when the text is not iCalendar
 */
export function readEvents(text: string, span: Span, zone: string, isOver: () => boolean = () => false): Reading {
  const { calendars, unreadable } = parseCalendars(text)
  const read = calendars.map((calendar) => eventsOf(calendar, span, zone, isOver))
  return {
    occurrences: read.flatMap(({ occurrences }) => occurrences),
    undated: [...unreadable.map(undatedOf), ...read.flatMap(({ undated }) => undated)],
  }
}

function undatedOf(component: ICAL.Component): Undated {
  const uid = textOf(component, 'uid').slice(0, 100)
  const title = textOf(component, 'summary').slice(0, 300)
  return { uid, title, isBusy: isBusy(component) }
}

function eventsOf(calendar: ICAL.Component, span: Span, zone: string, isOver: () => boolean): Reading {
  preferKnownZones(calendar)
  for (const own of calendar.getAllSubcomponents('vtimezone').flatMap((one) => one.getAllSubcomponents())) {
    boundRules(own, { toMs: latestMs, isOver })
  }
  const undated = new Map<ICAL.Component, Undated>()
  const attempt = <Value>(component: ICAL.Component, compute: () => Value): Value[] => {
    try {
      return [compute()]
    } catch {
      // The other entries are still read. Without the name of this one, its time would look free.
      undated.set(component, undatedOf(component))
      return []
    }
  }
  const byUid = Map.groupBy(calendar.getAllSubcomponents('vevent'), (event) => textOf(event, 'uid'))
  const occurrences = [...byUid.values()].flatMap((components) => {
    const withStart = components.filter((component) => component.hasProperty('dtstart'))
    const masters = withStart.filter((component) => !component.hasProperty('recurrence-id'))
    const changed = withStart.filter((component) => component.hasProperty('recurrence-id'))
    const replaced = new Set(
      changed.flatMap((one) => attempt(one, () => instantOf(new ICAL.Event(one).recurrenceId, zone))),
    )
    const laterChangedMs = Math.min(
      ...changed.filter(changesAllLater).flatMap((one) =>
        attempt(one, () => {
          const { recurrenceId, startDate } = new ICAL.Event(one)
          return Math.min(instantOf(recurrenceId, zone), instantOf(startDate, zone))
        }),
      ),
    )
    const found = [
      ...masters.flatMap((master) =>
        attempt(master, () => {
          boundRules(master, { toMs: span.toMs, isOver })
          return occurrencesOf(master, { replaced, laterChangedMs }, span, zone)
        }),
      ),
      ...changed.flatMap((one) => attempt(one, () => [occurrenceOf(one, new ICAL.Event(one).startDate, zone)])),
    ]
    return found.flat().filter((one): one is Occurrence => one !== undefined && overlaps(one, span))
  })
  return { occurrences, undated: [...undated.values()] }
}

/** Whether the exception changes its own date and all later ones. */
const changesAllLater = (exception: ICAL.Component): boolean =>
  String(exception.getFirstProperty('recurrence-id')?.getFirstParameter('range')).toUpperCase() === 'THISANDFUTURE'

type Exceptions = {
  readonly replaced: ReadonlySet<number>
  /** From when on an exception changes all dates; infinite if none does. */
  readonly laterChangedMs: number
}

/** @throws when the dates cannot be computed, or when there are too many to read */
function occurrencesOf(
  master: ICAL.Component,
  { replaced, laterChangedMs }: Exceptions,
  { fromMs, toMs }: Span,
  zone: string,
): (Occurrence | undefined)[] {
  const event = new ICAL.Event(master, { strictExceptions: true, exceptions: [] })
  const first = occurrenceOf(master, event.startDate, zone)
  if (first === undefined || !event.isRecurring() || isOutside(master, first, { fromMs, toMs }, zone)) return [first]
  if (laterChangedMs < toMs) throw new Error('an exception changes all later dates')
  const exceptions = datesOf(master, 'exdate')
  const left = new Set(exceptions.map((date) => instantOf(date, zone)))
  // Some programs write only the day, even for an event with times.
  const leftDays = new Set(exceptions.filter((date) => date.isDate).map(dayOf))
  const found: (Occurrence | undefined)[] = []
  const dates = event.iterator(dateBefore(fromMs - marginMs - first.endMs, master, event.startDate))
  for (let count = 0; ; count += 1) {
    const date: ICAL.Time | null | undefined = dates.next()
    if (!date) break
    const at = instantOf(date, zone)
    if (at >= toMs) break
    if (count === maxDates) throw new Error(`more than ${maxDates} dates to read`)
    if (!left.has(at) && !leftDays.has(dayOf(date)) && !replaced.has(at)) found.push(occurrenceOf(master, date, zone))
  }
  return found
}

/** Whether no date of the recurrence is in the span, because it begins later or has ended before. */
function isOutside(master: ICAL.Component, first: Occurrence, { fromMs, toMs }: Span, zone: string): boolean {
  if (master.hasProperty('rdate')) return false
  const lastedMs = first.endMs - first.startMs + marginMs
  const rules = master.getAllProperties('rrule').map((property) => property.getFirstValue())
  const hasEnded = rules.every(
    (rule) => rule instanceof ICAL.Recur && rule.until && instantOf(rule.until, zone) + lastedMs < fromMs,
  )
  return first.startMs >= toMs || hasEnded
}

/**
 * A date of the recurrence, at most `skippedMs` after its first date: all earlier dates can be skipped. It is the first
 * date itself if the dates cannot be computed from any other one, as with several rules or a number of dates (COUNT).
 */
function dateBefore(skippedMs: number, master: ICAL.Component, start: ICAL.Time): ICAL.Time {
  const [rule, ...more] = master.getAllProperties('rrule').map((property) => property.getFirstValue())
  if (!(rule instanceof ICAL.Recur) || more.length > 0 || rule.count || start.isDate) return start
  const periodS = (periods[rule.freq] ?? Number.POSITIVE_INFINITY) * rule.interval
  const skipped = Math.floor(skippedMs / 1000 / periodS)
  if (skipped <= 0) return start
  const date = start.clone()
  date.adjust(0, 0, 0, skipped * periodS)
  return date
}

const datesOf = (component: ICAL.Component, name: string): ICAL.Time[] =>
  component
    .getAllProperties(name)
    .flatMap((property) => property.getValues())
    .filter((value) => value instanceof ICAL.Time)

const textOf = (component: ICAL.Component, name: string): string => String(component.getFirstPropertyValue(name) ?? '')

function occurrenceOf(component: ICAL.Component, start: ICAL.Time, zone: string): Occurrence | undefined {
  if (textOf(component, 'status').toUpperCase() === 'CANCELLED') return undefined
  const end = endOf(component, start, zone)
  const startMs = instantOf(start, zone)
  const location = textOf(component, 'location')
  return {
    uid: textOf(component, 'uid'),
    title: textOf(component, 'summary'),
    location: location === '' ? undefined : location,
    startMs,
    endMs: Math.max(startMs, end.ms),
    days: start.isDate ? { first: dayOf(start), last: end.lastDay } : undefined,
    isBusy: isBusy(component),
  }
}

/** Whether the event blocks its time. Outlook marks free time with a property of its own. */
const isBusy = (component: ICAL.Component): boolean =>
  textOf(component, 'transp').toUpperCase() !== 'TRANSPARENT' &&
  textOf(component, 'x-microsoft-cdo-busystatus').toUpperCase() !== 'FREE'

/** The end of an occurrence that starts at `start`. It lasts as long as the first one: in days, if it has no times. */
function endOf(component: ICAL.Component, start: ICAL.Time, zone: string): { ms: number; lastDay: string } {
  const first = component.getFirstPropertyValue('dtstart')
  const end = component.getFirstPropertyValue('dtend')
  const duration = component.getFirstPropertyValue('duration')
  const day = 86_400
  const isTimed = first instanceof ICAL.Time && end instanceof ICAL.Time
  const seconds =
    isTimed && start.isDate
      ? end.subtractDate(first).toSeconds()
      : isTimed
        ? (instantOf(end, zone) - instantOf(first, zone)) / 1000
        : duration instanceof ICAL.Duration
          ? duration.toSeconds()
          : start.isDate
            ? day
            : 0
  if (!start.isDate) {
    const ms = instantOf(start, zone) + Math.max(0, seconds) * 1000
    // Throws for a time out of range, such as the end of a duration of a billion weeks.
    Temporal.Instant.fromEpochMilliseconds(ms)
    return { ms, lastDay: dayOf(start) }
  }
  const days = Math.max(1, Math.ceil(seconds / day))
  const firstDay = new Temporal.PlainDate(start.year, start.month, start.day)
  return {
    ms: firstDay.add({ days }).toZonedDateTime(zone).epochMilliseconds,
    lastDay: firstDay.add({ days: days - 1 }).toString(),
  }
}

const dayOf = ({ year, month, day }: ICAL.Time): string =>
  [String(year).padStart(4, '0'), ...[month, day].map((part) => String(part).padStart(2, '0'))].join('-')

/** An event without a duration is in the span that contains its start. */
const overlaps = ({ startMs, endMs }: Occurrence, { fromMs, toMs }: Span): boolean =>
  startMs < toMs && (endMs > fromMs || startMs >= fromMs)
