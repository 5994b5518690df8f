import { readFile } from 'node:fs/promises'
import { expect, type Locator, type Page } from '@playwright/test'
import ICAL from 'ical.js'
import { toLocalTime } from '#lib/travel/model/zoned-time.ts'
import { createPlaces } from '#lib/travel/server/places/places.ts'

/** Presses a button that saves a calendar file. Returns the file's name, and its events as ical.js parses them. */
export async function saveCalendar(page: Page, button: Locator) {
  const saving = page.waitForEvent('download')
  await button.click()
  const file = await saving
  const text = await readFile(await file.path(), 'utf8')
  const events = new ICAL.Component(ICAL.parse(text)).getAllSubcomponents('vevent')
  return { name: file.suggestedFilename(), events: events.map((event) => new ICAL.Event(event)) }
}

/** Times that the page shows, such as "9:05 AM SEA", without the words around them. */
export async function shownTimes(times: Locator): Promise<string[]> {
  const texts = await times.allTextContents()
  return texts.map((text) => text.replace(/^\D*(\d+:\d\d)\s([AP]M).* ([A-Z]{3})$/, '$1 $2 $3'))
}

const places = createPlaces()

/** Expects that moments of a calendar file are the local times that the page shows, each at the airport that it names. */
export function expectTimes(moments: readonly (ICAL.Time | undefined)[], shown: readonly string[]): void {
  const local = moments.map((moment, at) => {
    const airport = (shown[at] ?? '').slice(-3)
    const time = moment
      ?.toJSDate()
      .toLocaleTimeString('en-US', { timeStyle: 'short', timeZone: places.zoneOf(airport) })
    return `${time?.replace(/\s/g, ' ')} ${airport}`
  })
  expect(local).toEqual(shown)
  // A calendar program would read a time without a zone in the zone of its user.
  for (const moment of moments) expect(moment?.zone.tzid).toBe('UTC')
}

/** The date of a moment of a calendar file at an airport, as `YYYY-MM-DD`. */
export function dateAt(airport: string, moment: ICAL.Time | undefined): string | undefined {
  const zone = places.zoneOf(airport)
  return moment && zone && toLocalTime(zone, moment.toJSDate().getTime()).slice(0, 10)
}
