import { type DAVCalendar, DAVClient } from 'tsdav'
import { readBounded } from '#lib/platform/server/http/read-bounded.ts'
import { calendarText } from './new-event.ts'
import { fileNameOf } from './path-store.ts'
import { CalendarError, type CalendarStore } from './store.ts'

type CalDavAccount = { readonly url: string; readonly user: string; readonly password: string }

/** Local times of two zones differ by up to 26 hours. A server may read dates, and times without a zone, in any zone. */
const maxBetweenZonesMs = 26 * 3_600_000

/** The calendar at `url`. If the account has no calendar for events there: its first calendar for events. */
export function createCalDavStore({ url, user, password }: CalDavAccount): CalendarStore {
  const client = new DAVClient({
    serverUrl: url,
    credentials: { username: user, password },
    authMethod: 'Basic',
    defaultAccountType: 'caldav',
    fetch: fetchOf(url),
  })
  let opened: Promise<DAVCalendar> | undefined

  async function openCalendar(): Promise<DAVCalendar> {
    await client.login()
    const all = await client.fetchCalendars()
    const takesEvents = all.filter(({ components }) => components === undefined || components.includes('VEVENT'))
    const [first] = takesEvents
    const named = takesEvents.find((calendar) => samePlace(calendar.url, url))
    if (!first) throw new CalendarError('the CalDAV account has no calendar for events')
    return named ?? first
  }
  const calendar = () => {
    opened ??= openCalendar()
    return opened
  }

  return {
    async texts({ fromMs, toMs }) {
      const timeRange = {
        start: new Date(fromMs - maxBetweenZonesMs).toISOString(),
        end: new Date(toMs + maxBetweenZonesMs).toISOString(),
      }
      // tsdav would only read addresses with `.ics`, but servers may choose any.
      const urlFilter = () => true
      const objects = await client.fetchCalendarObjects({ calendar: await calendar(), timeRange, urlFilter })
      return objects.flatMap(({ data }) => (typeof data === 'string' ? [data] : []))
    },
    async add(uid, lines) {
      const { status } = await client.createCalendarObject({
        calendar: await calendar(),
        filename: fileNameOf(uid),
        iCalString: calendarText(lines),
      })
      // The server already has an object of this name.
      if (status === 412) return false
      if (status < 200 || status > 299) throw new CalendarError(`the CalDAV server answered with status ${status}`)
      return true
    },
  }
}

/**
 * Sends requests to the origin of the configured address only: a server may redirect or refer to other addresses, and
 * each of them would get the password, or be an address of this machine. Follows redirects within that origin itself.
 */
export function fetchOf(configured: string): typeof fetch {
  const { origin } = new URL(configured)
  return async (input, init) => {
    const request = new Request(input, init)
    const { method, headers } = request
    const signal = AbortSignal.any([request.signal, AbortSignal.timeout(longestMs)])
    // As bytes: a stream would be sent in chunks, which some servers read as an empty body.
    const body = request.body === null ? null : await request.arrayBuffer()
    let address = request.url
    for (let hops = 0; hops <= maxRedirects; hops += 1) {
      if (!keepsPassword(address)) throw new CalendarError('the CalDAV server leads to an unencrypted address')
      if (new URL(address).origin !== origin) {
        const other = new URL(address).origin
        throw new CalendarError(
          `the CalDAV server leads to ${other}, and only ${origin} gets the password: if ${other} is yours, set it as the address of the calendar`,
        )
      }
      const response = await fetch(address, { method, headers, signal, body, redirect: 'manual' })
      const location = response.headers.get('location')
      // The library handles the redirects that it asks for itself, and its next request is checked here too.
      if (request.redirect === 'manual' || location === null || !redirects.includes(response.status)) {
        return bounded(response)
      }
      await response.body?.cancel()
      if (!URL.canParse(location, address))
        throw new CalendarError('the CalDAV server redirects to a malformed address')
      address = new URL(location, address).href
    }
    throw new CalendarError('the CalDAV server redirects too often')
  }
}

/** A calendar of some ten thousand events. */
const maxBytes = 32 * 1024 * 1024
const longestMs = 60_000

/** The same answer with its whole body, as the library reads it: unpacked. */
async function bounded(response: Response): Promise<Response> {
  const bytes = await readBounded(response, maxBytes)
  if (bytes === undefined) throw new CalendarError(`the answer of the CalDAV server is over ${maxBytes} bytes`)
  const { status, statusText, headers, url } = response
  // A response that the server did not send has no address, and the library reads it.
  return Object.defineProperty(
    new Response(bytes.length === 0 ? null : bytes, { status, statusText, headers }),
    'url',
    {
      value: url,
    },
  )
}

/** WebDAV repeats a request with its method and body at the new address. */
const redirects = [301, 302, 307, 308]
const maxRedirects = 5

/** Whether a password may be sent to this address: only encrypted, or on this machine. */
export function keepsPassword(address: string): boolean {
  if (!URL.canParse(address)) return false
  const { protocol, hostname } = new URL(address)
  return protocol === 'https:' || (protocol === 'http:' && ['127.0.0.1', 'localhost', '[::1]'].includes(hostname))
}

const samePlace = (one: string, other: string): boolean => one.replace(/\/$/, '') === other.replace(/\/$/, '')
