import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { ownCommands } from '#lib/compose/own-commands.ts'
import type { CalendarSettings } from '#lib/platform/server/env/calendar-settings.ts'
import { findProjectRoot } from '#lib/platform/server/env/project-root.ts'
import { createCommands } from '#runner/exec/create-commands.ts'
import { type FoundProgram, findProgram } from '#runner/exec/find-program.ts'
import { silentLog } from '#runner/runtimes/quickjs/testing/silent-log.ts'
import { createCalDavStore } from './caldav-store.ts'
import { runQuery } from './run-query.ts'
import { needsRadicale, type Radicale, startRadicale } from './testing/radicale.ts'

// Runs the command as skills do: in its own process, in bubblewrap where it is installed. One test runs it without.

const weekly = [
  ...['BEGIN:VCALENDAR', 'VERSION:2.0', 'PRODID:-//test//EN', 'BEGIN:VTIMEZONE', 'TZID:Europe/Berlin'],
  ...['BEGIN:DAYLIGHT', 'TZOFFSETFROM:+0100', 'TZOFFSETTO:+0200', 'DTSTART:19700329T020000'],
  ...['RRULE:FREQ=YEARLY;BYMONTH=3;BYDAY=-1SU', 'END:DAYLIGHT'],
  ...['BEGIN:STANDARD', 'TZOFFSETFROM:+0200', 'TZOFFSETTO:+0100', 'DTSTART:19701025T030000'],
  ...['RRULE:FREQ=YEARLY;BYMONTH=10;BYDAY=-1SU', 'END:STANDARD', 'END:VTIMEZONE'],
  ...['BEGIN:VEVENT', 'UID:weekly', 'DTSTAMP:20270101T000000Z'],
  ...['DTSTART;TZID=Europe/Berlin:20270301T090000', 'DTEND;TZID=Europe/Berlin:20270301T100000'],
  ...['RRULE:FREQ=WEEKLY', 'EXDATE;TZID=Europe/Berlin:20270322T090000', 'SUMMARY:Weekly', 'END:VEVENT'],
  ...['END:VCALENDAR', ''],
].join('\r\n')
const stay = { title: 'Hotel', start: '2027-03-29', end: '2027-03-31' }

type Find = (name: string) => Promise<FoundProgram>
const noSandbox: Find = async () => ({ ok: false, why: 'is not installed' })

function commandOn(calendar: CalendarSettings, find: Find = findProgram) {
  const commands = createCommands({ own: ownCommands(findProjectRoot(), calendar), log: silentLog, find })
  return async (args: string[], { acts = false, events }: { acts?: boolean; events?: object[] } = {}) => {
    const ended = await commands.run({
      name: 'ical-query',
      args,
      stdin: events ? JSON.stringify({ events }) : '',
      timeoutMs: 60_000,
      maxOutputBytes: 1_000_000,
      acts,
      signal: new AbortController().signal,
    })
    if (ended.kind !== 'ended') throw new Error(ended.message)
    expect(new TextDecoder().decode(ended.stderr)).toBe('')
    return { code: ended.code, answer: JSON.parse(new TextDecoder().decode(ended.stdout)) }
  }
}

describe('on a file', () => {
  let base = ''
  let path = ''
  beforeEach(async () => {
    base = await mkdtemp(join(tmpdir(), 'travel-ical-'))
    path = join(base, 'calendar.ics')
    await writeFile(path, weekly)
  })
  afterEach(() => rm(base, { recursive: true, force: true }))
  const settings = () => ({ kind: 'path', path, timeZone: 'Europe/Berlin' }) as const

  test.each([
    ['in a sandbox if bubblewrap is installed', findProgram],
    ['without a sandbox', noSandbox],
  ])('reads events, and creates an event for an action with `acts`, %s', async (_, find) => {
    const run = commandOn(settings(), find)
    expect(await run(['events', '2027-03-29'])).toMatchObject({
      code: 0,
      answer: { events: [{ title: 'Weekly', start: '2027-03-29T09:00:00+02:00' }] },
    })
    expect(await run(['create'], { acts: true, events: [stay] })).toMatchObject({
      code: 0,
      answer: { created: [{ added: true }] },
    })
    expect(await run(['events', '2027-03-29'])).toMatchObject({
      answer: { events: [{ title: 'Hotel' }, { title: 'Weekly' }] },
    })
  })

  test('refuses to create an event for an action without `acts`', async () => {
    expect(await commandOn(settings())(['create'], { events: [stay] })).toMatchObject({
      code: 1,
      answer: { error: expect.stringContaining('not allowed') },
    })
    expect(await readFile(path, 'utf8')).toBe(weekly)
  })
})

describe('on a CalDAV server', needsRadicale, () => {
  let radicale: Radicale
  beforeAll(async () => {
    radicale = await startRadicale()
    await radicale.addCalendar('private', weekly)
  })
  afterAll(() => radicale[Symbol.asyncDispose]())
  const settings = (more: object = {}) =>
    ({ kind: 'caldav', ...radicale.account, timeZone: 'Europe/Berlin', ...more }) as const

  test('fails with a wrong password, and prints no part of it', async () => {
    const { code, answer } = await commandOn(settings({ password: 'wr0ng-passw0rd' }))(['events', 'today'])
    expect(code).toBe(1)
    expect(JSON.stringify(answer)).not.toMatch(/wr0ng|127\.0\.0\.1/)
  })

  test('reads recurring events, and adds the same event only once', async () => {
    const run = commandOn(settings())
    expect(await run(['events', '2027-03-29'])).toMatchObject({
      code: 0,
      answer: { events: [{ title: 'Weekly', start: '2027-03-29T09:00:00+02:00' }] },
    })
    const create = () => run(['create'], { acts: true, events: [stay] })
    expect(await create()).toMatchObject({ code: 0, answer: { created: [{ added: true }] } })
    expect(await create()).toMatchObject({ code: 0, answer: { created: [{ added: false }] } })
    expect(await run(['events', '2027-03-30'])).toMatchObject({ answer: { events: [{ title: 'Hotel' }] } })
  })

  test.each([
    ['Pacific/Auckland', '20270329T150000', '2027-03-29T15:00:00+13:00'],
    ['America/Los_Angeles', '20270329T010000', '2027-03-29T01:00:00-07:00'],
  ])('finds a time without a zone in %s, in the calendar that the URL names', async (zone, local, start) => {
    const times = [`DTSTART:${local}`, 'DURATION:PT1H', 'SUMMARY:Floating']
    const event = ['BEGIN:VEVENT', 'UID:floating', 'DTSTAMP:20270101T000000Z', ...times, 'END:VEVENT']
    const calendar = ['BEGIN:VCALENDAR', 'VERSION:2.0', 'PRODID:-//test//EN', ...event, 'END:VCALENDAR', '']
    const url = await radicale.addCalendar(`work-in-${zone.replace('/', '-')}`, calendar.join('\r\n'))
    const store = createCalDavStore({ ...radicale.account, url })
    const on = (day: string) =>
      runQuery({ args: ['events', day], stdin: '', store, zone, nowMs: Date.now(), mayCreate: false })
    expect(await on('2027-03-29')).toMatchObject({ events: [{ title: 'Floating', start }] })
    expect(await on('2027-03-28')).toMatchObject({ events: [] })
  })
})
