import ICAL from 'ical.js'

export type ParsedCalendars = {
  readonly calendars: readonly ICAL.Component[]
  /** For each entry that cannot be parsed, a component of its properties in `keptNames`. */
  readonly unreadable: readonly ICAL.Component[]
}

/** The properties that name an entry and tell whether it blocks its time. */
const keptNames = /^(?:uid|summary|transp|x-microsoft-cdo-busystatus)[;:]/i

/**
 * Parses an iCalendar text, which may contain several calendars. One invalid value, such as the rule `BYMONTH=13`, makes
 * ical.js refuse the whole text. Such entries are taken out, so that the others are still read.
 *
 * @throws when the text is not iCalendar
 */
export function parseCalendars(text: string): ParsedCalendars {
  // Some programs begin a file with a byte order mark.
  const whole = text.replace(/^\ufeff/, '')
  try {
    return { calendars: parse(whole), unreadable: [] }
  } catch (error) {
    const { rest, entries } = takeOutUnreadable(whole)
    if (entries.length === 0) throw error
    return { calendars: parse(rest), unreadable: entries.map(keptPartOf) }
  }
}

function parse(text: string): ICAL.Component[] {
  const parsed: unknown = ICAL.parse(text)
  if (!Array.isArray(parsed)) return []
  // A text with several calendars is parsed into a list of them.
  const calendars: unknown[] = Array.isArray(parsed[0]) ? parsed : [parsed]
  return calendars.filter(Array.isArray).map((jcal) => new ICAL.Component(jcal))
}

/** Each entry is a list of unfolded lines. An entry without an end stays, so that the text is refused. */
function takeOutUnreadable(text: string): { rest: string; entries: string[][] } {
  const rest: string[] = []
  const entries: string[][] = []
  let entry: string[] = []
  for (const line of text.replaceAll(/\r?\n[ \t]/g, '').split(/\r?\n/)) {
    const isInside = entry.length > 0 || /^BEGIN:VEVENT\s*$/i.test(line)
    if (isInside) entry.push(line)
    else rest.push(line)
    if (isInside && /^END:VEVENT\s*$/i.test(line)) {
      if (isReadable(entry)) rest.push(entry.join('\r\n'))
      else entries.push(entry)
      entry = []
    }
  }
  return { rest: [...rest, ...entry].join('\r\n'), entries }
}

function isReadable(entry: readonly string[]): boolean {
  try {
    parse(entry.join('\r\n'))
    return true
  } catch {
    return false
  }
}

function keptPartOf(entry: readonly string[]): ICAL.Component {
  const component = new ICAL.Component('vevent')
  for (const line of entry.filter((one) => keptNames.test(one))) {
    try {
      component.addProperty(ICAL.Property.fromString(line))
    } catch {
      // This may be the line because of which the entry cannot be parsed.
    }
  }
  return component
}
