import { createHash } from 'node:crypto'
import ICAL from 'ical.js'
import { Temporal } from 'temporal-polyfill'
import * as z from 'zod'

/** Joiners (U+200C and U+200D) are hidden, but the letters of some languages and many emoji need them. */
const oneLine = z.string().regex(/^(?:\P{C}|[\u200c\u200d])*$/u, 'must be one line without hidden characters')
const isDate = (text: string) => {
  try {
    return Temporal.PlainDate.from(text).toString() === text
  } catch {
    return false
  }
}
const isTime = (text: string) => {
  try {
    return /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}/.test(text) && Temporal.Instant.from(text) !== undefined
  } catch {
    return false
  }
}
const when = z
  .string()
  .max(40)
  .refine((text) => isDate(text) || isTime(text), 'must be a date, or a time with its UTC offset')

/** An event to add. `start` and `end` are both times with an offset, or both days: the first and the last day. */
const NewEvent = z
  .strictObject({
    title: oneLine.min(1).max(200),
    start: when,
    end: when,
    location: oneLine.max(300).optional(),
    description: z
      .string()
      .max(2000)
      .regex(/^(?:\P{C}|[\n\t\u200c\u200d])*$/u, 'must not have hidden characters')
      .optional(),
  })
  .refine(({ start, end }) => isDate(start) === isDate(end), { path: ['end'], error: 'must be of the kind of start' })
  .refine(({ start, end }) => orderOf(start, end) <= (isDate(start) ? 0 : -1), {
    path: ['end'],
    error: 'must be after start, or the same day',
  })
type NewEvent = z.infer<typeof NewEvent>
export const NewEvents = z.strictObject({ events: z.array(NewEvent).min(1).max(20) })

function orderOf(start: string, end: string): number {
  if (isDate(start) && isDate(end)) return Temporal.PlainDate.compare(start, end)
  return isTime(start) && isTime(end) ? Temporal.Instant.compare(start, end) : 0
}

/** The same event has the same id, so that it is added once. */
export function uidOf(event: NewEvent): string {
  const { title, start, end, location = '', description = '' } = event
  const text = JSON.stringify([title, start, end, location, description])
  return `${createHash('sha256').update(text).digest('hex').slice(0, 32)}@travel.aw`
}

/** The lines of the event, BEGIN:VEVENT to END:VEVENT. Times are in UTC. */
export function eventText(event: NewEvent, nowMs: number): string {
  const component = new ICAL.Component('vevent')
  component.addPropertyWithValue('uid', uidOf(event))
  component.addPropertyWithValue('dtstamp', timeOf(new Date(nowMs).toISOString()))
  component.addPropertyWithValue('dtstart', timeOf(event.start))
  const last = isDate(event.end) ? Temporal.PlainDate.from(event.end).add({ days: 1 }).toString() : event.end
  component.addPropertyWithValue('dtend', timeOf(last))
  component.addPropertyWithValue('summary', event.title)
  if (event.location) component.addPropertyWithValue('location', event.location)
  if (event.description) component.addPropertyWithValue('description', event.description)
  return component.toString()
}

/** The text of a calendar that contains these events. `lines`: the lines of the events. */
export const calendarText = (lines: string): string =>
  ['BEGIN:VCALENDAR', 'VERSION:2.0', 'PRODID:-//travel.aw//ical-query//EN', lines, 'END:VCALENDAR', ''].join('\r\n')

function timeOf(text: string): ICAL.Time {
  if (isDate(text)) return ICAL.Time.fromDateString(text)
  const utc = new Date(Temporal.Instant.from(text).epochMilliseconds)
  return ICAL.Time.fromJSDate(utc, true)
}
