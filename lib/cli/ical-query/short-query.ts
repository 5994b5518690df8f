import { parseArgs } from 'node:util'
import { Temporal } from 'temporal-polyfill'
import { hidden, oneLine } from '#runner/contract/hidden-text.ts'
import { type Query, runQuery } from './run-query.ts'
import { daysOf } from './spans.ts'
import { CalendarError } from './store.ts'

const usage =
  'ical-query today|tomorrow|week|YYYY-MM-DD, or ical-query add TITLE START END [--location PLACE] [--notes TEXT]'

/** Whether these are the arguments of the short form, which handlers of voice agents use. */
export const isShort = ({ args: [verb = ''], zone, nowMs }: Pick<Query, 'args' | 'zone' | 'nowMs'>): boolean =>
  verb === 'add' || daysOf(verb, zone, nowMs) !== undefined

/**
 * Runs a query of the short form. Returns text to speak: the events, then the names of the entries whose dates cannot be
 * computed. Empty if there are neither. @throws CalendarError
 */
export async function runShortQuery(query: Query): Promise<string> {
  const [verb = '', ...more] = query.args
  return verb === 'add' ? add(query, more) : lookUp(query, verb, more)
}

async function lookUp(query: Query, when: string, more: readonly string[]): Promise<string> {
  optionsIn(more)
  const { events, undated = [] } = Object(await runQuery({ ...query, args: ['events', when] }))
  return [...events.map(lineOf), ...undated.map(undatedLineOf)].join('\n')
}

type Shown = {
  readonly title: string
  readonly location?: string
  readonly start: string
  readonly end: string
  readonly all_day: boolean
}

function lineOf({ title, location, start, end, all_day }: Shown): string {
  const [day = '', from = ''] = start.slice(0, 16).split('T')
  const to = end.slice(0, 10) === day ? end.slice(11, 16) : end.slice(0, 16).replace('T', ' ')
  const when = all_day ? (start === end ? `${day}, all day` : `${day} to ${end}, all day`) : `${day}, ${from} to ${to}`
  return `${when}: ${inLine(title)}${location === undefined ? '' : `, ${inLine(location)}`}`
}

/** A title in one line, so that it cannot look like another event. */
const inLine = (text: string): string => oneLine(text.replace(hidden, ' '))

const undatedLineOf = ({ title, uid }: { readonly title: string; readonly uid: string }): string =>
  `The dates cannot be computed: ${inLine(title) || inLine(uid)}`

async function add(query: Query, [title, start, end, ...more]: readonly string[]): Promise<string> {
  if (title === undefined || start === undefined || end === undefined) throw new CalendarError(`usage: ${usage}`)
  const { location, notes } = optionsIn(more)
  const event = {
    title,
    start: inZone(start, query.zone),
    end: inZone(end, query.zone),
    ...(location === undefined ? {} : { location }),
    ...(notes === undefined ? {} : { description: notes }),
  }
  const stdin = JSON.stringify({ events: [event] })
  const { created } = Object(await runQuery({ ...query, args: ['create'], stdin }))
  return created[0].added ? `Added ${title}.` : `${title} was there already.`
}

function optionsIn(args: readonly string[]): { location?: string; notes?: string } {
  const text = { type: 'string' as const }
  try {
    const { calendar, ...options } = parseArgs({
      args: [...args],
      options: { calendar: text, location: text, notes: text },
    }).values
    // The query must not change a calendar that the caller did not mean.
    if (calendar !== undefined) throw new CalendarError('there is one calendar here: leave out --calendar')
    return options
  } catch (cause) {
    throw cause instanceof CalendarError ? cause : new CalendarError(`usage: ${usage}`)
  }
}

/** A time without an offset is one in the calendar's zone. Anything else stays as it is, to be checked as usual. */
function inZone(text: string, zone: string): string {
  if (!/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(?::\d{2})?$/.test(text)) return text
  try {
    return Temporal.PlainDateTime.from(text).toZonedDateTime(zone).toString({ timeZoneName: 'never' })
  } catch {
    return text
  }
}
