import ical, { type ICalEventData } from 'ical-generator'
import type { Texts } from '#lib/platform/model/texts.ts'
import { hashOf } from './hash.ts'
import type { Found } from './results/found.ts'

/** A file of RFC 5545 that calendar programs open. */
export interface CalendarFile {
  /** "flight-SEA-NRT-2027-01-15.ics" */
  name: string
  text: string
}

type CalendarEvent = Pick<ICalEventData, 'start' | 'end' | 'allDay' | 'summary' | 'location'> & {
  /** Identifies the event: an event with the same identity replaces it in the calendar. */
  identity: string
}

interface CalendarContent {
  description: string
  events: readonly CalendarEvent[]
  nowMs: number
  t: Texts<'results'>
}

/**
 * Writes an offer's events. Times are in UTC, so that every calendar shows them in its own time zone; the description
 * has the local times. The title of a generated or test offer states that it is sample or test data.
 */
export function calendarFile(
  name: string,
  { data }: Pick<Found, 'data'>,
  { description, events, nowMs, t }: CalendarContent,
): CalendarFile {
  const calendar = ical({
    prodId: { company: 'travel.aw', product: 'travel.aw', language: 'EN' },
    events: events.map(({ identity, summary, ...event }) => ({
      ...event,
      summary: titleOf(summary ?? '', data, t),
      description,
      id: `${hashOf(identity)}@travel.aw`,
      stamp: new Date(nowMs),
    })),
  })
  return { name, text: calendar.toString() }
}

function titleOf(title: string, data: Found['data'], t: Texts<'results'>): string {
  if (data === 'live') return title
  return data === 'sample' ? t('sampleTitle', { title }) : t('testTitle', { title })
}
