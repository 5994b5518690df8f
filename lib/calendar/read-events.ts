import ICAL from 'ical.js'
import { CalendarError, type Span } from './store.ts'
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

/** The maximum of recurrences to read: about 50 years of days, because a rule without an end may start long ago. */
const mostSteps = 20_000

/** The frequencies in which the time between two dates is constant, in seconds of local time. */
const periods: Readonly<Record<string, number>> = { SECONDLY: 1, MINUTELY: 60, HOURLY: 3600, DAILY: 86_400 }

/** More than any clock change moves a local time. */
const marginMs = 2 * 86_400_000

/**
 * The occurrences of one iCalendar text that overlap a span, unordered: recurrences expanded, exceptions applied,
 * cancelled ones left out.
 *
 * @param zone the time zone of dates, and of times without a zone
 * @throws when the text is not iCalendar, or has a recurrence with too many dates
 */
export function readEvents(text: string, span: Span, zone: string): Occurrence[] {
  const parsed: unknown = ICAL.parse(text)
  if (!Array.isArray(parsed)) return []
  // A text with several calendars is parsed into a list of them.
  const calendars: unknown[] = Array.isArray(parsed[0]) ? parsed : [parsed]
  return calendars.filter(Array.isArray).flatMap((jcal) => eventsOf(new ICAL.Component(jcal), span, zone))
}

function eventsOf(calendar: ICAL.Component, span: Span, zone: string): Occurrence[] {
  preferKnownZones(calendar)
  const byUid = Map.groupBy(calendar.getAllSubcomponents('vevent'), (event) =>
    String(event.getFirstPropertyValue('uid') ?? ''),
  )
  return [...byUid.values()].flatMap((components) => {
    const withStart = components.filter((component) => component.hasProperty('dtstart'))
    const masters = withStart.filter((component) => !component.hasProperty('recurrence-id'))
    const changed = withStart.filter((component) => component.hasProperty('recurrence-id'))
    const replaced = new Set(changed.map((one) => instantOf(new ICAL.Event(one).recurrenceId, zone)))
    return [
      ...masters.flatMap((master) => occurrencesOf(master, replaced, span, zone)),
      ...changed.map((one) => occurrenceOf(one, new ICAL.Event(one).startDate, zone)),
    ].filter((one): one is Occurrence => one !== undefined && overlaps(one, span))
  })
}

function occurrencesOf(
  master: ICAL.Component,
  replaced: ReadonlySet<number>,
  { fromMs, toMs }: Span,
  zone: string,
): (Occurrence | undefined)[] {
  const event = new ICAL.Event(master, { strictExceptions: true, exceptions: [] })
  const first = occurrenceOf(master, event.startDate, zone)
  if (first === undefined || !event.isRecurring()) return [first]
  const left = new Set(datesOf(master, 'exdate').map((date) => instantOf(date, zone)))
  const found: (Occurrence | undefined)[] = []
  const dates = event.iterator(dateBefore(fromMs - marginMs - first.endMs, master, event.startDate))
  for (let step = 0; ; step += 1) {
    const date: ICAL.Time | null | undefined = dates.next()
    if (!date) break
    const at = instantOf(date, zone)
    if (at >= toMs) break
    // Without the later dates, their time would look free.
    if (step === mostSteps) {
      const name = JSON.stringify(first.uid.slice(0, 100))
      throw new CalendarError(`the recurrence with the UID ${name} has more than ${mostSteps} dates to read`)
    }
    if (!left.has(at) && !replaced.has(at)) found.push(occurrenceOf(master, date, zone))
  }
  return found
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

function occurrenceOf(component: ICAL.Component, start: ICAL.Time, zone: string): Occurrence | undefined {
  const textOf = (name: string) => String(component.getFirstPropertyValue(name) ?? '')
  if (textOf('status').toUpperCase() === 'CANCELLED') return undefined
  const end = endOf(component, start, zone)
  const startMs = instantOf(start, zone)
  const location = textOf('location')
  return {
    uid: textOf('uid'),
    title: textOf('summary'),
    location: location === '' ? undefined : location,
    startMs,
    endMs: Math.max(startMs, end.ms),
    days: start.isDate ? { first: dayOf(start), last: end.lastDay } : undefined,
    isBusy: textOf('transp').toUpperCase() !== 'TRANSPARENT' && !isFree(component),
  }
}

/** Outlook marks free time with a property of its own. */
const isFree = (component: ICAL.Component): boolean =>
  String(component.getFirstPropertyValue('x-microsoft-cdo-busystatus') ?? '').toUpperCase() === 'FREE'

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
  if (!start.isDate) return { ms: instantOf(start, zone) + Math.max(0, seconds) * 1000, lastDay: dayOf(start) }
  const days = Math.max(1, Math.ceil(seconds / day))
  const after = start.clone()
  after.adjust(days, 0, 0, 0)
  const last = start.clone()
  last.adjust(days - 1, 0, 0, 0)
  return { ms: instantOf(after, zone), lastDay: dayOf(last) }
}

const dayOf = ({ year, month, day }: ICAL.Time): string =>
  [String(year).padStart(4, '0'), ...[month, day].map((part) => String(part).padStart(2, '0'))].join('-')

/** An event without a duration is in the span that contains its start. */
const overlaps = ({ startMs, endMs }: Occurrence, { fromMs, toMs }: Span): boolean =>
  startMs < toMs && (endMs > fromMs || startMs >= fromMs)
