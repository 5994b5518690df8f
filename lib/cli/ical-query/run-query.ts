import * as z from 'zod'
import { eventText, NewEvents, uidOf } from './new-event.ts'
import { type Occurrence, type Reading, readEvents, type Undated } from './read-events.ts'
import { busyTimes, daysOf, freeTimes, localTimeOf, spanOf } from './spans.ts'
import { CalendarError, type CalendarStore, type Span } from './store.ts'

const maxEvents = 200
/** The time for computing dates. The command itself has about twice as much. */
const maxMs = 10_000

export type Query = {
  readonly args: readonly string[]
  readonly stdin: string
  readonly store: CalendarStore
  readonly zone: string
  readonly nowMs: number
  /** Whether `create` may run. */
  readonly mayCreate: boolean
}

const usage =
  'ical-query events|free today|tomorrow|week|YYYY-MM-DD, or ical-query create with {"events":[…]} on standard input'

/**
 * Runs one query. The answer is JSON. `undated` lists the entries whose dates cannot be computed, if there are any. No
 * time is free at which one of them may take place; an entry that names no day takes no time. @throws CalendarError for an error of the
 * caller or the calendar
 */
export async function runQuery(query: Query): Promise<object> {
  const [verb, when = '', ...more] = query.args
  if (verb === 'create' && when === '') return create(query)
  const days = more.length === 0 ? daysOf(when, query.zone, query.nowMs) : undefined
  if (days === undefined || (verb !== 'events' && verb !== 'free')) throw new CalendarError(`usage: ${usage}`)
  const span = spanOf(days, query.zone)
  const { occurrences: found, undated, skipped } = await eventsIn(query, span)
  const asked = { ...days, time_zone: query.zone, ...(skipped === 0 ? {} : { skipped_lines: skipped }) }
  if (verb === 'free') {
    const unknown = undated.filter(({ isBusy }) => isBusy)
    const maybe = unknown.flatMap(({ within }) => (within ? [{ startMs: within.fromMs, endMs: within.toMs }] : []))
    const known = found.filter(({ isBusy }) => isBusy)
    const busy = busyTimes(known, span)
    const free = freeTimes(busyTimes([...known, ...maybe], span), span)
    const shown = ({ fromMs, toMs }: Span) => {
      return { start: localTimeOf(fromMs, query.zone), end: localTimeOf(toMs, query.zone) }
    }
    return { ...asked, busy: busy.map(shown), free: free.map(shown), ...named(unknown) }
  }
  const events = found.slice(0, maxEvents).map((event) => shownEvent(event, query.zone))
  return { ...asked, events, has_more: found.length > maxEvents, ...named(undated) }
}

function named(undated: readonly Undated[]): { undated?: object[] } {
  if (undated.length === 0) return {}
  const distinct = new Map(undated.map(({ uid, title }) => [JSON.stringify([uid, title]), { uid, title }]))
  return { undated: [...distinct.values()].slice(0, maxEvents) }
}

async function eventsIn({ store, zone }: Query, span: Span): Promise<Reading> {
  const texts = await store.texts(span)
  const endsAt = performance.now() + maxMs
  const isOver = () => performance.now() > endsAt
  const read = texts.map((text) => {
    try {
      return readEvents(text, span, zone, isOver)
    } catch (cause) {
      // If the query skipped this text, the time of its events would look free.
      throw new CalendarError('a text of the calendar is not iCalendar', { cause })
    }
  })
  return {
    occurrences: read
      .flatMap(({ occurrences }) => occurrences)
      .toSorted((a, b) => a.startMs - b.startMs || a.endMs - b.endMs),
    undated: read.flatMap(({ undated }) => undated),
    skipped: read.reduce((sum, { skipped }) => sum + skipped, 0),
  }
}

function shownEvent({ title, location, startMs, endMs, days, isBusy }: Occurrence, zone: string): object {
  return {
    title,
    ...(location === undefined ? {} : { location }),
    start: days?.first ?? localTimeOf(startMs, zone),
    end: days?.last ?? localTimeOf(endMs, zone),
    all_day: days !== undefined,
    busy: isBusy,
  }
}

async function create({ stdin, store, nowMs, mayCreate }: Query): Promise<object> {
  if (!mayCreate) throw new CalendarError('create is not allowed here: ICAL_MAY_CREATE is not 1')
  const parsed = NewEvents.safeParse(jsonOf(stdin))
  if (!parsed.success) throw new CalendarError(`the events are not valid: ${z.prettifyError(parsed.error)}`)
  const created: { uid: string; added: boolean }[] = []
  for (const event of parsed.data.events) {
    const uid = uidOf(event)
    created.push({ uid, added: await store.add(uid, eventText(event, nowMs)) })
  }
  return { created }
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
