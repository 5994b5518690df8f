import { text } from 'node:stream/consumers'
import { createCalDavStore } from './caldav-store.ts'
import { createPathStore } from './path-store.ts'
import { runQuery } from './run-query.ts'
import { isShort, runShortQuery } from './short-query.ts'
import { CalendarError, type CalendarStore } from './store.ts'
import { isZone } from './zones.ts'

/**
 * `ical-query`: reads and extends the calendar in `ICAL_CALENDAR`, a path or the address of a CalDAV server with
 * `ICAL_USER` and `ICAL_PASSWORD`. Prints one line of JSON: the answer, or `{ "error": "…" }` with exit code 1. The
 * short form prints text, and an error on standard error. It imports nothing of the project outside of this folder,
 * because its sandbox has nothing else.
 */
const { env } = process
const args = process.argv.slice(2)
let asText = false

function openStore(): CalendarStore {
  const { ICAL_CALENDAR: calendar, ICAL_USER: user = '', ICAL_PASSWORD: password = '' } = env
  if (!calendar) throw new CalendarError('ICAL_CALENDAR is not set: set a path or the address of a CalDAV server')
  return /^https?:\/\//i.test(calendar)
    ? createCalDavStore({ url: calendar, user, password })
    : createPathStore(calendar)
}

function zoneOf(): string {
  const zone = env.ICAL_TIME_ZONE ?? Intl.DateTimeFormat().resolvedOptions().timeZone
  if (!isZone(zone)) throw new CalendarError('ICAL_TIME_ZONE is not an IANA time zone, like Europe/Paris')
  return zone
}

try {
  const zone = zoneOf()
  const nowMs = Date.now()
  asText = isShort({ args, zone, nowMs })
  const stdin = args[0] === 'create' ? await text(process.stdin) : ''
  const mayCreate = env.ICAL_MAY_CREATE === '1'
  const query = { args, stdin, store: openStore(), zone, nowMs, mayCreate }
  process.stdout.write(asText ? `${await runShortQuery(query)}\n` : `${JSON.stringify(await runQuery(query))}\n`)
} catch (cause) {
  // Errors of clients may contain an address or a password.
  const error = cause instanceof CalendarError ? cause.message : 'the calendar could not be read or changed'
  if (asText) process.stderr.write(`${error}\n`)
  else process.stdout.write(`${JSON.stringify({ error })}\n`)
  process.exitCode = 1
}
