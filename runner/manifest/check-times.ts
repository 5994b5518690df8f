import * as z from 'zod'
import type { Params } from '../contract/capabilities/action-contract.ts'
import type { EventTimes } from '../contract/manifest.ts'
import { isObject, type Json } from '../contract/skill-io.ts'
import { formatOffset, parseOffset } from '../sdk/utc-offset.ts'

const dayMs = 86_400_000
const mostDaysAgo = 31
const mostDays = 366
const mostDaysAhead = 3653
const maxDetails = 20

const Day = z.iso.date()
const Time = z.union([z.iso.datetime({ offset: true, precision: -1 }), z.iso.datetime({ offset: true })])
const timeParts = /^(.{16})(:\d\d)?(?:\.\d+)?(Z|[+-]\d\d:\d\d)$/

/** The UTC offsets of time zones, in minutes: whole hours in this range, and these. */
const [westmost, eastmost] = [-12 * 60, 14 * 60]
const partHours: ReadonlySet<number> = new Set([-570, -210, -150, 210, 270, 330, 345, 390, 525, 570, 630, 765, 825])

/** `day`: in its own UTC offset. `atMs`: absent for a whole day. */
type Moment = { readonly text: string; readonly day: string; readonly atMs?: number }
/** `details`: what is wrong with a field, by name; empty if nothing is. */
type CheckedTimes = { readonly params: Params; readonly details: Record<string, string> }
type Read = { readonly moment?: Moment; readonly fault?: string }

/**
 * Checks the events of a call before a person is asked about them. Refused is what nobody means: an end before its start
 * or at it, an event of the far past or future or of more than a year, a UTC offset that no place has. Returns each time
 * in whole seconds, and in UTC with Z. Values that are no texts are left to the schema.
 */
export function checkTimes(params: Params, times: EventTimes, nowMs: number): CheckedTimes {
  const details: Record<string, string> = {}
  const { in: list, from, to } = times
  const checked = (event: Params, path: string): Params => {
    if (Object.keys(details).length >= maxDetails) return event
    const [start, end] = [readMoment(event, from), readMoment(event, to)]
    const faults: [field: string, fault: string | undefined][] = [
      [from, start.fault ?? faultOfStart(start.moment, nowMs)],
      [to, end.fault ?? faultOfEnd(end.moment, { start: start.moment, from, nowMs })],
    ]
    for (const [field, fault] of faults) if (fault !== undefined) details[path + field] = fault
    return {
      ...event,
      ...(start.moment && { [from]: start.moment.text }),
      ...(end.moment && { [to]: end.moment.text }),
    }
  }
  const inList = (key: string, value: Json): Json => {
    if (key !== list || !Array.isArray(value)) return value
    return value.map((event, at) => (isObject(event) ? checked(event, `${key}.${at}.`) : event))
  }
  const found =
    list === undefined
      ? checked(params, '')
      : Object.fromEntries(Object.entries(params).map(([key, value]) => [key, inList(key, value)]))
  return { params: found, details }
}

function readMoment(event: Params, field: string): Read {
  const text = Object.hasOwn(event, field) ? event[field] : undefined
  if (typeof text !== 'string') return {}
  const day = text.slice(0, 10)
  if (Day.safeParse(text).success) return { moment: { text, day } }
  const [, minute, second = ':00', zone] = (Time.safeParse(text).success && timeParts.exec(text)) || []
  const offset = parseOffset(zone)
  if (offset === undefined) {
    return { fault: 'must be a date like 2027-03-15, or a time with its UTC offset like 2027-03-15T11:30:00-07:00' }
  }
  if (offset < westmost || offset > eastmost || (offset % 60 !== 0 && !partHours.has(offset))) {
    return { fault: `has the UTC offset ${zone}, which no place has: write that of the place, like -07:00` }
  }
  const normal = `${minute}${second}${offset === 0 ? 'Z' : formatOffset(offset)}`
  return { moment: { text: normal, day, atMs: Date.parse(normal) } }
}

function faultOfStart(start: Moment | undefined, nowMs: number): string | undefined {
  if (start === undefined) return undefined
  const [earliest, latest] = [dayOf(nowMs, -mostDaysAgo - mostDays), dayOf(nowMs, mostDaysAhead)]
  if (start.day < earliest) return `is too long ago: the earliest is ${earliest}`
  return start.day > latest ? `is too far ahead: the latest is ${latest}` : undefined
}

type OfEnd = { readonly start: Moment | undefined; readonly from: string; readonly nowMs: number }

function faultOfEnd(end: Moment | undefined, { start, from, nowMs }: OfEnd): string | undefined {
  if (end === undefined) return undefined
  const earliest = dayOf(nowMs, -mostDaysAgo)
  if (end.day < earliest) return `is too long ago: the earliest is ${earliest}`
  if (start === undefined) return undefined
  if (start.atMs === undefined || end.atMs === undefined) {
    if (start.atMs !== end.atMs) return `must be a ${start.atMs === undefined ? 'date' : 'time'}, like ${from}`
    if (end.day < start.day) return `must not be before ${from}: the earliest is ${start.day}`
  } else if (end.atMs <= start.atMs) return `must be after ${from}, ${start.text}`
  const latest = dayOf(Date.parse(start.day), mostDays)
  return end.day > latest ? `is more than ${mostDays} days after ${from}: the latest is ${latest}` : undefined
}

const dayOf = (ms: number, daysLater: number): string => new Date(ms + daysLater * dayMs).toISOString().slice(0, 10)
