import { type DAVCalendar, DAVClient } from 'tsdav'
import { calendarText } from './new-event.ts'
import { fileNameOf } from './path-store.ts'
import { CalendarError, type CalendarStore } from './store.ts'

export type CalDavAccount = { readonly url: string; readonly user: string; readonly password: string }

/** Local times of two zones differ by up to 26 hours. A server may read dates, and times without a zone, in any zone. */
const maxBetweenZonesMs = 26 * 3_600_000

/** The calendar at `url`. If the account has no calendar for events there: its first calendar for events. */
export function createCalDavStore({ url, user, password }: CalDavAccount): CalendarStore {
  const client = new DAVClient({
    serverUrl: url,
    credentials: { username: user, password },
    authMethod: 'Basic',
    defaultAccountType: 'caldav',
    fetch: encryptedFetch,
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

/** Rejects unencrypted addresses: a server may refer to other addresses, and each of them would get the password. */
const encryptedFetch: typeof fetch = (input, init) => {
  const address = input instanceof Request ? input.url : String(input)
  if (!keepsPassword(address))
    return Promise.reject(new CalendarError('the CalDAV server leads to an unencrypted address'))
  return fetch(input, init)
}

/** Whether a password may be sent to this address: only encrypted, or on this machine. */
export function keepsPassword(address: string): boolean {
  if (!URL.canParse(address)) return false
  const { protocol, hostname } = new URL(address)
  return protocol === 'https:' || (protocol === 'http:' && ['127.0.0.1', 'localhost', '[::1]'].includes(hostname))
}

const samePlace = (one: string, other: string): boolean => one.replace(/\/$/, '') === other.replace(/\/$/, '')
