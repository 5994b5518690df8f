import { Temporal } from 'temporal-polyfill'
import { type Property, parameterOf } from './parse-calendars.ts'
import { ianaZone, type Zone } from './zones.ts'

/** A date, or a time, as a calendar writes it. A date is its midnight. */
export type Moment = {
  readonly local: Temporal.PlainDateTime
  readonly isDate: boolean
  /** Undefined if it cannot be told which zone the calendar means. */
  readonly zone: Zone | undefined
}

/** Where the times of a calendar are. */
export type Places = {
  /** The zone of dates: that of the traveler. */
  readonly dates: Zone
  /** The zone of times without a zone. */
  readonly floating: Zone
  named(name: string): Zone | undefined
}

const utc = ianaZone('UTC')

/** @throws for a day or a time that does not exist */
export function momentOf(value: unknown, property: Property, places: Places): Moment {
  // ical.js writes a bare day in place of a time as `2027-03-15T::`.
  const text = String(value).replace(/T::$/, '')
  if (/^\d{4}-\d{2}-\d{2}$/.test(text)) {
    return { local: Temporal.PlainDate.from(text).toPlainDateTime(), isDate: true, zone: places.dates }
  }
  const [, time, z] = /^(\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2})(z?)$/i.exec(text) ?? []
  if (time === undefined) throw new Error(`${text} is not a time`)
  const name = parameterOf(property, 'tzid')
  const zone = z ? utc : name === '' ? places.floating : places.named(name)
  return { local: Temporal.PlainDateTime.from(time), isDate: false, zone }
}

/** The moments of a list. Empty values, as after a last comma, are none. @throws for a value that is no moment */
export const momentsOf = (property: Property, places: Places): Moment[] =>
  property.values
    .filter((value) => typeof value === 'string' && value !== '--T::')
    .map((value) => momentOf(value, property, places))

/** The length of an iCalendar duration in milliseconds. Accepts `P30M`: the format has no months. @throws */
export function durationMsOf(value: unknown): number {
  const form = /^([+-]?)P(?:(\d+)W)?(?:(\d+)D)?T?(?:(\d+)H)?(?:(\d+)M)?(?:(\d+)S)?$/i
  const found = form.exec(String(value))
  if (!found) throw new Error(`${value} is not a duration`)
  const [weeks, days, hours, minutes, seconds] = found.slice(2).map((part) => Number(part ?? 0))
  const length = ((((weeks ?? 0) * 7 + (days ?? 0)) * 24 + (hours ?? 0)) * 60 + (minutes ?? 0)) * 60 + (seconds ?? 0)
  return (found[1] === '-' ? -1 : 1) * length * 1000
}
