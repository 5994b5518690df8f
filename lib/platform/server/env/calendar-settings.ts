import { resolve } from 'node:path'
import { isSafeAddress } from './egress-settings.ts'
import type { Given, Variables } from './variables.ts'

/** A file or folder on this machine, by its absolute path, or a CalDAV server. */
export type CalendarSettings = (
  | { readonly kind: 'path'; readonly path: string }
  | { readonly kind: 'caldav'; readonly url: string; readonly user: string; readonly password: string }
) & {
  /** The time zone of events without one. Undefined: the machine's time zone. */
  readonly timeZone: string | undefined
}

const isAddress = (text: string) => /^[a-z]+:\/\//i.test(text)

/** One sentence for each problem that would stop skills from using the operator's calendar. */
export function calendarProblems(given: Given): string[] {
  const { TRAVEL_CALENDAR: calendar } = given
  const others = ['TRAVEL_CALENDAR_USER', 'TRAVEL_CALENDAR_PASSWORD'].filter((name) => given[name] !== undefined)
  if (calendar === undefined) return others.map((name) => `TRAVEL_CALENDAR is missing, but ${name} is set.`)
  if (!isAddress(calendar)) return others.map((name) => `${name} is set, but TRAVEL_CALENDAR is not an address.`)
  if (!URL.canParse(calendar) || !isSafeAddress(calendar)) {
    return ['TRAVEL_CALENDAR is invalid: use an https:// address; http:// only on this machine.']
  }
  if (others.length === 2) return []
  return ['TRAVEL_CALENDAR_USER and TRAVEL_CALENDAR_PASSWORD are needed for a CalDAV server: set both.']
}

/** The operator's calendar, from variables without problems. */
export function calendarOf(values: Variables, projectRoot: string): CalendarSettings | undefined {
  const {
    TRAVEL_CALENDAR: calendar,
    TRAVEL_CALENDAR_USER: user = '',
    TRAVEL_CALENDAR_PASSWORD: password = '',
    TRAVEL_CALENDAR_TIME_ZONE: timeZone,
  } = values
  if (calendar === undefined) return undefined
  if (isAddress(calendar)) return { kind: 'caldav', url: calendar, user, password, timeZone }
  return { kind: 'path', path: resolve(projectRoot, calendar), timeZone }
}
