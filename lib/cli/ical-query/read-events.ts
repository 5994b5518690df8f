import { Temporal } from 'temporal-polyfill'
import { durationMsOf, type Moment, momentOf, momentsOf, type Places } from './moments.ts'
import {
  type Component,
  type Property,
  parameterOf,
  parseCalendars,
  propertiesOf,
  propertyNamed,
  textOf,
} from './parse-calendars.ts'
import { datesOf, partsOf } from './recurrence.ts'
import type { Span } from './store.ts'
import { ianaNameOf, ianaZone, zonesOf } from './zones.ts'

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
export type Undated = Pick<Occurrence, 'uid' | 'title' | 'isBusy'> & {
  /** When it may take place. Undefined if the entry names no day at all. */
  readonly within: Span | undefined
}

export type Reading = {
  readonly occurrences: readonly Occurrence[]
  /** Those that may take place in the span, or that name no day at all. */
  readonly undated: readonly Undated[]
  /** The number of lines that cannot be read. */
  readonly skipped: number
}

const dayMs = 86_400_000
/** More than any zone or clock change moves a local time. */
const margin = { days: 2 }
/** The zones furthest from UTC: a time whose zone is unknown is this much earlier, or later, than in UTC. */
const [maxEastMs, maxWestMs] = [14 * 3_600_000, 12 * 3_600_000]

/** What the entries of one calendar are read with. */
type Reader = { readonly places: Places; readonly span: Span; readonly isOver: () => boolean }

/**
 * The occurrences of one iCalendar text that overlap a span, unordered: recurrences expanded, exceptions applied,
 * cancelled ones left out.
 *
 * @param zone the time zone of dates, and of times without a zone unless the calendar names one for them
 * @param isOver whether the time for computing dates is used up: the remaining recurring entries are then undated
 * @throws when the text is not iCalendar
 */
export function readEvents(text: string, span: Span, zone: string, isOver: () => boolean = () => false): Reading {
  const { calendars, skipped } = parseCalendars(text)
  const read = calendars.map((calendar) => {
    const own = ianaNameOf(textOf(calendar, 'x-wr-timezone').trim())
    const places = { dates: ianaZone(zone), floating: ianaZone(own ?? zone), named: zonesOf(calendar) }
    return eventsOf(calendar, { places, span, isOver })
  })
  const undated = read.flatMap((one) => one.undated)
  return {
    occurrences: read.flatMap(({ occurrences }) => occurrences),
    undated: undated.filter(
      ({ within }) => within === undefined || (within.fromMs < span.toMs && within.toMs > span.fromMs),
    ),
    skipped,
  }
}

function eventsOf(calendar: Component, reader: Reader): Omit<Reading, 'skipped'> {
  const events = calendar.components.filter(({ name }) => name === 'vevent')
  // Events without an id are not versions of each other.
  const groups = Map.groupBy(events, (event) => textOf(event, 'uid') || event)
  const read = [...groups.values()].map((versions) => versionsOf(versions, reader))
  return {
    occurrences: read.flatMap(({ occurrences }) => occurrences),
    undated: read.flatMap(({ undated }) => undated),
  }
}

/** The occurrences of the entries with one id: an event, and changes of single occurrences. */
function versionsOf(versions: readonly Component[], reader: Reader): Omit<Reading, 'skipped'> {
  const { places, span } = reader
  const undated = new Map<Component, Undated>()
  const found: (Dated | undefined)[] = []
  const attempt = <Value>(component: Component, compute: () => Value): Value[] => {
    try {
      return [compute()]
    } catch {
      // The other entries are still read. Without the name of this one, its time would look free.
      undated.set(component, undatedOf(component, places))
      return []
    }
  }
  const masters = newest(versions.filter((one) => propertyNamed(one, 'recurrence-id') === undefined))
  const zone =
    masters.flatMap((master) => readable(() => requiredMoment(master, 'dtstart', places)) ?? [])[0]?.zone ??
    places.floating
  // A change without a zone means the zone of the event.
  const changed = versions.filter((one) => propertyNamed(one, 'recurrence-id') !== undefined)
  const byDate = Map.groupBy(changed, (one) => propertyNamed(one, 'recurrence-id')?.raw)
  const changes = [...byDate.values()].flatMap(newest).flatMap((component) =>
    attempt(component, (): Change => {
      const replaced = requiredMoment(component, 'recurrence-id', { ...places, floating: zone })
      const start = propertyNamed(component, 'dtstart') ? requiredMoment(component, 'dtstart', places) : replaced
      const range = parameterOf(propertyNamed(component, 'recurrence-id'), 'range').toUpperCase()
      return { component, replaced, start, isForLater: range === 'THISANDFUTURE' }
    }),
  )
  for (const master of masters) {
    found.push(...attempt(master, () => occurrencesOf(master, changes, reader)).flat())
  }
  for (const { component, start } of changes)
    found.push(...attempt(component, () => occurrenceOf(component, start, places)))

  const dated = found.filter((one) => one !== undefined)
  const uncertain = dated
    .filter(({ isCertain }) => !isCertain)
    .map(({ occurrence: { uid, title, isBusy, startMs, endMs } }): Undated => {
      return { uid, title, isBusy, within: { fromMs: startMs - maxEastMs, toMs: endMs + maxWestMs } }
    })
  const occurrences = dated.filter(({ isCertain }) => isCertain).map(({ occurrence }) => occurrence)
  return { occurrences: occurrences.filter((one) => overlaps(one, span)), undated: [...undated.values(), ...uncertain] }
}

/** The versions with the highest sequence number. */
function newest(versions: readonly Component[]): Component[] {
  const sequenceOf = (version: Component) => Number(textOf(version, 'sequence')) || 0
  const highest = Math.max(...versions.map(sequenceOf))
  return versions.filter((version) => sequenceOf(version) === highest)
}

type Change = {
  readonly component: Component
  /** The occurrence that it replaces: of this time, or of this day. */
  readonly replaced: Moment
  readonly start: Moment
  /** Whether it changes all later occurrences too. */
  readonly isForLater: boolean
}

/** `isCertain` is false if the zone is unknown: the times are then those in UTC. */
type Dated = { readonly occurrence: Occurrence; readonly isCertain: boolean }

/** @throws when the dates cannot be computed, or when there are too many to read */
function occurrencesOf(master: Component, changes: readonly Change[], reader: Reader): (Dated | undefined)[] {
  const { places, span } = reader
  const start = requiredMoment(master, 'dtstart', places)
  const own = { ...places, floating: start.zone ?? places.floating }
  const first = occurrenceOf(master, start, places)
  if (first === undefined) return []
  const rules = propertiesOf(master, 'rrule')
  const additions = propertiesOf(master, 'rdate')
  if (rules.length + additions.length > 0 && reader.isOver()) throw new Error('the time for computing dates is used up')

  const lengthMs = first.occurrence.endMs - first.occurrence.startMs
  const within = {
    from: localTime(span.fromMs - lengthMs).subtract(margin),
    to: localTime(span.toMs).add(margin),
  }
  const dates = rules.flatMap((rule) => ruleDates(rule, start, own, within))
  // A wrong exception is left out: its date then looks busy.
  const exceptions = propertiesOf(master, 'exdate').flatMap(
    (property) => readable(() => momentsOf(property, own)) ?? [],
  )
  const excluded = propertiesOf(master, 'exrule')
    .flatMap((rule) => ruleDates(rule, start, own, within))
    .map(String)
  const left = [...exceptions, ...changes.map(({ replaced }) => replaced)]
  // Some programs write only the day, even for an event with times.
  const leftDays = new Set(left.filter(({ isDate }) => isDate || start.isDate).map(dayOf))
  const leftMs = new Set(left.map(instantOf))
  const isLeftOut = (moment: Moment) =>
    excluded.includes(moment.local.toString()) || leftDays.has(dayOf(moment)) || leftMs.has(instantOf(moment))
  const later = changes
    .filter(({ isForLater }) => isForLater)
    .toSorted((a, b) => Temporal.PlainDateTime.compare(a.replaced.local, b.replaced.local))
  const moments = [start.local, ...dates].map((local) => ({ ...start, local }))
  const added = additions.flatMap(({ values, raw, ...more }) =>
    (values.length > 0 ? values : raw.split(',')).map((value) => ({ value, property: { ...more, raw, values } })),
  )
  const extra = added
    .filter(({ value }) => !Array.isArray(value) && value !== '--T::')
    .flatMap(({ value, property }) => readable(() => [momentOf(value, property, own)]) ?? dayNamedIn(value))
  const found = distinct([...moments, ...extra]).flatMap((moment) => {
    if (isLeftOut(moment)) return []
    const change = later.findLast(({ replaced }) => Temporal.PlainDateTime.compare(replaced.local, moment.local) <= 0)
    if (change === undefined) return [occurrenceOf(master, moment, places)]
    const moved = moment.local.add(change.replaced.local.until(change.start.local))
    return [occurrenceOf(change.component, { ...change.start, local: moved }, places)]
  })
  const periods = added.flatMap(({ value, property }) => {
    if (!Array.isArray(value)) return []
    const period = readable(() => [periodOf(master, value, property, own)])
    return period ?? dayNamedIn(value[0]).map((day) => occurrenceOf(master, day, places))
  })
  return [...found, ...periods]
}

const utc = ianaZone('UTC')

const instantOf = ({ local, zone = utc }: Moment): number => zone.instantOf(local)

const dayOf = ({ local }: Moment): string => local.toPlainDate().toString()

const localTime = (ms: number): Temporal.PlainDateTime =>
  Temporal.Instant.fromEpochMilliseconds(ms).toZonedDateTimeISO('UTC').toPlainDateTime()

const distinct = (moments: readonly Moment[]): Moment[] => [
  ...new Map(moments.map((moment) => [moment.local.toString(), moment])).values(),
]

function readable<Value>(compute: () => Value): Value | undefined {
  try {
    return compute()
  } catch {
    return undefined
  }
}

/** The day of a date that cannot be read, at any time of it. */
const dayNamedIn = (value: unknown): Moment[] =>
  dayIn(String(value)).map((ms) => ({ local: localTime(ms), isDate: true, zone: undefined }))

/** The local dates of a rule until its last date, which may be a day or a time, whatever the event has. */
function ruleDates(
  rule: Property,
  start: Moment,
  places: Places,
  within: Parameters<typeof datesOf>[2],
): Temporal.PlainDateTime[] {
  const parts = partsOf(rule)
  const dates = datesOf(parts, start.local, within)
  if (!parts.has('UNTIL')) return dates
  const until = momentOf(Object(rule.values[0]).until, rule, places)
  if (until.isDate || start.isDate) {
    return dates.filter((date) => Temporal.PlainDate.compare(date.toPlainDate(), until.local.toPlainDate()) <= 0)
  }
  const untilMs = instantOf(until)
  return dates.filter((local) => instantOf({ ...start, local }) <= untilMs)
}

/** An additional date with an end, or a length, of its own. */
function periodOf(master: Component, [from, to]: unknown[], property: Property, places: Places): Dated | undefined {
  const start = momentOf(from, property, places)
  const dated = occurrenceOf(master, start, places)
  if (dated === undefined) return undefined
  const { startMs } = dated.occurrence
  const end = /^[+-]?p/i.test(String(to)) ? undefined : momentOf(to, property, places)
  const endMs = end === undefined ? startMs + durationMsOf(to) : instantOf(end)
  return { ...dated, occurrence: { ...dated.occurrence, endMs: checkedMs(Math.max(startMs, endMs)) } }
}

/** @throws if the component has no such property, or if its date cannot be read */
function requiredMoment(component: Component, name: string, places: Places): Moment {
  const property = propertyNamed(component, name)
  if (property === undefined) throw new Error(`there is no ${name}`)
  return momentOf(property.values[0], property, places)
}

const isCancelled = (component: Component): boolean => textOf(component, 'status').toUpperCase() === 'CANCELLED'

function occurrenceOf(component: Component, start: Moment, places: Places): Dated | undefined {
  if (isCancelled(component)) return undefined
  const { startMs, endMs, lastDay } = timesOf(component, start, places)
  const location = textOf(component, 'location')
  const occurrence = {
    uid: textOf(component, 'uid'),
    title: textOf(component, 'summary'),
    location: location === '' ? undefined : location,
    startMs,
    endMs,
    days: start.isDate ? { first: dayOf(start), last: lastDay } : undefined,
    isBusy: isBusy(component),
  }
  return { occurrence, isCertain: start.zone !== undefined }
}

/** Whether the event blocks its time. Outlook marks free time with a property of its own. */
const isBusy = (component: Component): boolean =>
  textOf(component, 'transp').toUpperCase() !== 'TRANSPARENT' &&
  textOf(component, 'x-microsoft-cdo-busystatus').toUpperCase() !== 'FREE'

/** The times of an occurrence that starts at `start`. It lasts as long as the first one: in days, if it has no times. */
function timesOf(component: Component, start: Moment, places: Places) {
  const startMs = instantOf(start)
  const lengthMs = lengthMsOf(component, places) ?? (start.isDate ? dayMs : 0)
  if (!start.isDate) {
    return { startMs, endMs: checkedMs(startMs + Math.max(0, lengthMs)), lastDay: '' }
  }
  const days = Math.max(1, Math.ceil(lengthMs / dayMs))
  const end = start.local.add({ days })
  return {
    startMs,
    endMs: instantOf({ ...start, local: end }),
    lastDay: end.subtract({ days: 1 }).toPlainDate().toString(),
  }
}

/** Undefined if the entry tells neither its end nor its length. */
function lengthMsOf(component: Component, places: Places): number | undefined {
  if (propertyNamed(component, 'dtend') !== undefined && propertyNamed(component, 'dtstart') !== undefined) {
    const [start, end] = [requiredMoment(component, 'dtstart', places), requiredMoment(component, 'dtend', places)]
    if (!start.isDate) return instantOf(end) - instantOf(start)
    return end.local.since(start.local).total('hours') * 3_600_000
  }
  const duration = propertyNamed(component, 'duration')
  return duration === undefined ? undefined : durationMsOf(duration.values[0] ?? duration.raw)
}

/** Throws for a time out of range, such as the end of a duration of a billion weeks. */
const checkedMs = (ms: number): number => Temporal.Instant.fromEpochMilliseconds(ms).epochMilliseconds

function undatedOf(component: Component, places: Places): Undated {
  return {
    uid: textOf(component, 'uid').slice(0, 100),
    title: textOf(component, 'summary').slice(0, 300),
    isBusy: isBusy(component),
    within: possibleSpan(component, places),
  }
}

/** When an entry may take place whose dates cannot be computed: around the days that its lines name. */
function possibleSpan(component: Component, places: Places): Span | undefined {
  const days = ['dtstart', 'dtend', 'recurrence-id'].flatMap((name) =>
    dayIn(propertyNamed(component, name)?.raw.trim() ?? ''),
  )
  if (days.length === 0) return undefined
  const until = propertiesOf(component, 'rrule').flatMap(({ raw }) => dayIn(/UNTIL=([^;]*)/i.exec(raw)?.[1] ?? ''))
  const hasNoEnd =
    propertyNamed(component, 'duration') !== undefined || until.length < propertiesOf(component, 'rrule').length
  const start = readable(() => {
    const moment = requiredMoment(component, 'dtstart', places)
    return moment.zone && instantOf(moment)
  })
  return {
    fromMs: start ?? Math.min(...days) - 2 * dayMs,
    toMs: hasNoEnd ? Number.POSITIVE_INFINITY : Math.max(...days, ...until) + 2 * dayMs,
  }
}

/** The day at the start of a text like `20270315T100000` or `2027-03-15`, if it exists. */
function dayIn(text: string): number[] {
  const [day = ''] = /^\d{4}-?\d{2}-?\d{2}/.exec(text) ?? []
  return readable(() => [Temporal.PlainDate.from(day).toZonedDateTime('UTC').epochMilliseconds]) ?? []
}

/** An event without a duration is in the span that contains its start. */
const overlaps = ({ startMs, endMs }: Occurrence, { fromMs, toMs }: Span): boolean =>
  startMs < toMs && (endMs > fromMs || startMs >= fromMs)
