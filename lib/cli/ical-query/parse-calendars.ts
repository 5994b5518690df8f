import ICAL from 'ical.js'

export type Property = {
  readonly name: string
  readonly parameters: Readonly<Record<string, unknown>>
  /** As ical.js reads them: a date is `2027-03-15`, a time `2027-03-15T10:00:00Z`. Empty if the line is wrong. */
  readonly values: readonly unknown[]
  /** The value as it is written. */
  readonly raw: string
}
export type Component = {
  readonly name: string
  readonly properties: Property[]
  readonly components: Component[]
}
type ParsedCalendars = {
  readonly calendars: readonly Component[]
  /** The number of lines that cannot be read and were left out. The missing end of a text counts as one. */
  readonly skipped: number
}

/** The properties that decide when an entry takes place: an entry with a wrong one is undated. */
const isAboutDates = (name: string): boolean =>
  /^(?:dtstart|dtend|duration|rrule|exrule|rdate|recurrence-id|tzoffset(?:from|to))$/.test(name)

/**
 * Parses an iCalendar text, which may contain several calendars, line by line: a wrong line takes nothing else away.
 *
 * @throws when the text is not iCalendar
 */
export function parseCalendars(text: string): ParsedCalendars {
  const root = componentOf('')
  const open = [root]
  let skipped = 0
  for (const line of linesOf(text)) {
    const [, mark, word = ''] = /^(begin|end):\s*([\w-]+)\s*$/i.exec(line) ?? []
    const name = word.toLowerCase()
    if (mark?.toLowerCase() === 'begin') {
      // What is still open in the calendar lacks its end: an event is never inside another component.
      const inCalendar = name === 'vevent' ? open.findLastIndex((one) => one.name === 'vcalendar') + 1 : 0
      if (inCalendar > 0) {
        skipped += open.length - inCalendar
        open.length = inCalendar
      }
      const component = componentOf(name)
      open.at(-1)?.components.push(component)
      open.push(component)
    } else if (mark !== undefined) {
      const index = open.findLastIndex((one) => one.name === name)
      skipped += index === -1 ? 1 : open.length - 1 - index
      if (index !== -1) open.length = index
    } else {
      const property = open.length > 1 ? propertyOf(line) : undefined
      if (property === undefined) skipped += 1
      else open.at(-1)?.properties.push(property)
    }
  }
  const endsEarly = open.length > 1
  const calendars = root.components.filter(({ name }) => name === 'vcalendar')
  const hasEvent = calendars.some(({ components }) => components.some(({ name }) => name === 'vevent'))
  if (calendars.length === 0 || (endsEarly && !hasEvent)) throw new Error('the text is not iCalendar')
  return { calendars, skipped: skipped + (endsEarly ? 1 : 0) }
}

const componentOf = (name: string): Component => ({ name, properties: [], components: [] })

/** The lines without folds. Some programs end lines with a carriage return alone, or begin with a byte order mark. */
const linesOf = (text: string): string[] =>
  text
    .replace(/^\ufeff/, '')
    .replaceAll('\0', '')
    .replaceAll(/\r\n?/g, '\n')
    .replaceAll(/\n[ \t]/g, '')
    .split('\n')
    .filter((line) => line.trim() !== '')

/** Undefined for a line that cannot be read, unless it is about dates. */
function propertyOf(line: string): Property | undefined {
  const name = /^[\w-]+(?=[;:])/.exec(line)?.[0].toLowerCase()
  if (name === undefined) return undefined
  const raw = line.slice(line.indexOf(':') + 1)
  try {
    const [, parameters, , ...values]: unknown[] = ICAL.parse.property(line)
    return { name, parameters: { ...Object(parameters) }, values, raw }
  } catch {
    return isAboutDates(name) ? { name, parameters: {}, values: [], raw } : undefined
  }
}

export const propertiesOf = ({ properties }: Component, name: string): Property[] =>
  properties.filter((property) => property.name === name)

export const propertyNamed = ({ properties }: Component, name: string): Property | undefined =>
  properties.find((property) => property.name === name)

export const textOf = (component: Component, name: string): string =>
  String(propertyNamed(component, name)?.values[0] ?? '')

export const parameterOf = (property: Property | undefined, name: string): string => {
  const value = property?.parameters[name]
  return typeof value === 'string' ? value.trim() : ''
}
