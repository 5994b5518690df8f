import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { anyCharacter } from '#runner/testing/any-character.ts'
import { needs, referenceData } from '../../../scripts/testing/needs.ts'
import { createPathStore } from './path-store.ts'
import { runQuery } from './run-query.ts'

// Calendars as real programs and people write them.

const ask = async (path: string, verb: 'events' | 'free', day: string, zone = 'UTC') => {
  const query = { args: [verb, day], stdin: '', store: createPathStore(path), zone, nowMs: 0, mayCreate: false }
  return Object(await runQuery(query))
}

let base = ''
let path = ''
beforeEach(async () => {
  base = await mkdtemp(join(tmpdir(), 'travel-calendar-'))
  path = join(base, 'calendar.ics')
})
afterEach(() => rm(base, { recursive: true, force: true }))

const text = (...lines: string[]) => ['BEGIN:VCALENDAR', 'VERSION:2.0', ...lines, 'END:VCALENDAR', ''].join('\r\n')
const event = (...lines: string[]) => ['BEGIN:VEVENT', 'UID:1', 'SUMMARY:Event', ...lines, 'END:VEVENT']
const startsOn = async (day: string, ...lines: string[]) => {
  await writeFile(path, text(...lines))
  const { events, undated = [] } = await ask(path, 'events', day)
  return { starts: events.map(({ start }: { start: string }) => start.replace('+00:00', '')), undated: undated.length }
}

describe('the reference calendars', needs.referenceData, () => {
  const folder = join(referenceData ?? '', 'cases', 'calendars')
  const titled = { title: expect.stringMatching(/^Café über/), start: '2027-03-15T09:00:00+00:00' }
  test.each<[string, string, object[], object]>([
    ...[
      'UPPER.ICS',
      'bare-cr.ics',
      'blank-lines.ics',
      'bom.ics',
      'latin1.ics',
      'lf.ics',
      'nul.ics',
      'quoted-params.ics',
      'utf16.ics',
    ].map((name): [string, string, object[], object] => [name, '2027-03-15', [titled], {}]),
    ...[
      'calendar-level-garbage.ics',
      'raw-newline-description.ics',
      'trailing-garbage.ics',
      'truncated.ics',
      'truncated-in-event.ics',
    ].map((name): [string, string, object[], object] => [name, '2027-03-15', [titled], { skipped_lines: 1 }]),
    ['win-tz-no-vtimezone.ics', '2027-03-15', [{ start: '2027-03-15T16:00:00+00:00' }], {}],
    ['mozilla-tz.ics', '2027-03-15', [{ start: '2027-03-15T16:00:00+00:00' }], {}],
    ['xwr.ics', '2027-03-15', [{ start: '2027-03-15T16:00:00+00:00' }], {}],
    ['z-and-tzid.ics', '2027-03-15', [{ start: '2027-03-15T09:00:00+00:00' }], {}],
    ['unknown-tz-no-vtimezone.ics', '2027-03-15', [], { undated: [{ title: 'Unknown zone' }] }],
    ['unknown-tz-no-vtimezone.ics', '2027-03-17', [], {}],
    ['vtz-bad.ics', '2027-03-15', [{ title: 'other' }], { undated: [{ title: 'zone with bad rules' }] }],
    ['outlook1601.ics', '2027-03-15', [{ start: '2027-03-15T09:00:00+00:00' }], {}],
    ['outlook1601.ics', '2027-06-15', [{ start: '2027-06-15T08:00:00+00:00' }], {}],
    ['apple1604.ics', '2027-03-15', [{ start: '2027-03-15', all_day: true }], {}],
    ['rule-weekno20.ics', '2027-05-17', [{ start: '2027-05-17T10:00:00+00:00' }], {}],
    ['rule-weekno20.ics', '2027-05-18', [], {}],
    ['rule-yearly-bymonthday.ics', '2027-07-01', [{ start: '2027-07-01T10:00:00+00:00' }], {}],
    ['rule-yearly-bymonthday.ics', '2027-07-02', [], {}],
    ['until-floating-date.ics', '2027-03-15', [{ start: '2027-03-15T16:00:00+00:00' }], {}],
    ['until-floating-date.ics', '2027-03-16', [], {}],
    ['until-utc-la.ics', '2027-03-16', [{ start: '2027-03-16T01:00:00+00:00' }], {}],
    ['until-utc-la.ics', '2027-03-23', [], {}],
    ['allday-until-dt.ics', '2027-03-15', [{ start: '2027-03-15', all_day: true }], {}],
    ['allday-until-dt.ics', '2027-03-16', [], {}],
    ['date-no-value.ics', '2027-03-15', [{ start: '2027-03-15', end: '2027-03-15', all_day: true }], {}],
    ['impossible-date.ics', '2027-03-02', [], { undated: [{ title: '30 February' }] }],
    ['bad-dtstart.ics', '2027-03-15', [], { undated: [{ title: 'ISO dashes' }] }],
    ['bad-dtstart.ics', '2027-03-20', [], {}],
    ['duration-p30m.ics', '2027-03-15', [{ end: '2027-03-15T09:30:00+00:00' }], {}],
    ['dst-gap.ics', '2027-03-28', [{ start: '2027-03-28T01:30:00+00:00' }], {}],
    ['dst-gap.ics', '2027-03-29', [{ start: '2027-03-29T00:30:00+00:00' }], {}],
    ['dup-uid.ics', '2027-03-15', [{ title: 'new' }], {}],
    ['lower.ics', '2027-03-15', [{ title: 'Lower case names', start: '2027-03-15T09:00:00+00:00' }], {}],
    ['todo-journal.ics', '2027-03-15', [], {}],
  ])('%s on %s', async (name, day, events, more) => {
    const answer = await ask(join(folder, name), 'events', day)
    expect(answer).toMatchObject({ events, ...more })
    expect(answer.events).toHaveLength(events.length)
    if (!('undated' in more)) expect(answer).not.toHaveProperty('undated')
  })

  test('a login page in place of a calendar is refused', async () => {
    await expect(ask(join(folder, 'html.ics'), 'free', '2027-03-15')).rejects.toThrow('is not iCalendar')
  })
})

test.each([
  ['Pacific Standard Time', '2027-01-15T17:00:00'],
  ['pacific standard time', '2027-01-15T17:00:00'],
  ['tzone://Microsoft/Utc', '2027-01-15T09:00:00'],
  ['/freeassociation.sourceforge.net/Tzfile/Europe/Berlin', '2027-01-15T08:00:00'],
  ['/citadel.org/20210210_1/America/Argentina/Buenos_Aires', '2027-01-15T12:00:00'],
])('reads times in the zone %s', async (zone, start) => {
  const lines = event(`DTSTART;TZID="${zone}":20270115T090000`, 'DURATION:PT1H')
  expect(await startsOn('2027-01-15', ...lines)).toEqual({ starts: [start], undated: 0 })
})

test('a zone without rules is that of its name, or of the place that it names', async () => {
  const zone = (name: string, ...more: string[]) => ['BEGIN:VTIMEZONE', `TZID:${name}`, ...more, 'END:VTIMEZONE']
  const lines = (name: string) => event(`DTSTART;TZID=${name}:20270115T090000`, 'DURATION:PT1H')
  const tokyo = 'Tokyo Standard Time'
  expect(await startsOn('2027-01-15', ...zone(tokyo), ...lines(tokyo))).toEqual({
    starts: ['2027-01-15T00:00:00'],
    undated: 0,
  })
  const located = zone('Mine', 'X-LIC-LOCATION:Asia/Tokyo')
  expect(await startsOn('2027-01-15', ...located, ...lines('Mine'))).toEqual({
    starts: ['2027-01-15T00:00:00'],
    undated: 0,
  })
  expect(await startsOn('2027-01-15', ...zone('Mine'), ...lines('Mine'))).toEqual({ starts: [], undated: 1 })
})

test('a recurring event in an unknown zone takes the time around each of its dates, and no more', async () => {
  await writeFile(path, text(...event('DTSTART;TZID=Mine:20270105T120000', 'DURATION:PT1H', 'RRULE:FREQ=WEEKLY')))
  const { free, undated } = await ask(path, 'free', '2027-03-02')
  expect(undated).toEqual([{ uid: '1', title: 'Event' }])
  expect(free).toEqual([])
  expect(await ask(path, 'free', '2027-03-05')).toMatchObject({ free: [{}], busy: [] })
})

test('an exception names its date by day, by time in the zone of the event, or by UTC', async () => {
  const weekly = event('DTSTART;TZID=America/New_York:20270301T090000', 'DURATION:PT1H', 'RRULE:FREQ=WEEKLY')
  for (const date of [
    'RECURRENCE-ID;VALUE=DATE:20270308',
    'RECURRENCE-ID:20270308T090000',
    'RECURRENCE-ID:20270308T140000Z',
  ]) {
    const moved = event(date, 'DTSTART;TZID=America/New_York:20270308T120000', 'DURATION:PT1H')
    expect(await startsOn('2027-03-08', ...weekly, ...moved)).toEqual({ starts: ['2027-03-08T17:00:00'], undated: 0 })
    // A cancelled date needs no start of its own.
    expect(await startsOn('2027-03-08', ...weekly, ...event(date, 'STATUS:CANCELLED'))).toEqual({
      starts: [],
      undated: 0,
    })
  }
})

test('the version with the highest sequence number wins, also among exceptions of one date', async () => {
  const version = (sequence: number, hour: string, ...more: string[]) =>
    event(`SEQUENCE:${sequence}`, `DTSTART:202703${hour}0000Z`, 'DURATION:PT1H', ...more)
  const master = version(0, '01T10', 'RRULE:FREQ=WEEKLY')
  const changes = [
    version(2, '08T15', 'RECURRENCE-ID:20270308T100000Z'),
    version(1, '08T12', 'RECURRENCE-ID:20270308T100000Z'),
  ]
  expect(await startsOn('2027-03-08', ...master, ...changes.flat())).toEqual({
    starts: ['2027-03-08T15:00:00'],
    undated: 0,
  })
})

test('expands periods, and days among times, of additional dates; a wrong one is undated on its own', async () => {
  const lines = event(
    'DTSTART:20270301T100000Z',
    'DURATION:PT1H',
    'RDATE;VALUE=PERIOD:20270315T100000Z/PT2H,20270316T100000Z/20270316T113000Z',
    'RDATE:20270317,20270318T100000Z,',
    'RDATE:20270319T1',
  )
  await writeFile(path, text(...lines))
  const on = (day: string) => ask(path, 'events', day)
  expect((await on('2027-03-15')).events).toMatchObject([{ end: '2027-03-15T12:00:00+00:00' }])
  expect((await on('2027-03-16')).events).toMatchObject([{ end: '2027-03-16T11:30:00+00:00' }])
  expect((await on('2027-03-17')).events).toMatchObject([{ start: '2027-03-17', all_day: true }])
  expect((await on('2027-03-18')).events).toMatchObject([{ start: '2027-03-18T10:00:00+00:00' }])
  expect(await on('2027-03-19')).toMatchObject({ events: [], undated: [{ uid: '1' }] })
  expect(await on('2027-03-23')).not.toHaveProperty('undated')
})

test.each([
  ['no start', ['SUMMARY:x']],
  ['a day that does not exist', ['DTSTART:20270230T100000Z']],
  ['no day at all', ['DTSTART:soon']],
])('an entry with %s is named, and takes no free time', async (_, lines) => {
  await writeFile(path, text(...event(...lines)))
  expect(await ask(path, 'free', '2027-03-15')).toMatchObject({ free: [{}], undated: [{ title: 'Event' }] })
})

test('letters whose bytes a fold splits stay whole, also after an event was added', async () => {
  const [before = '', after = ''] = text(...event('DTSTART:20270315T100000Z', 'LOCATION:Caf|')).split('|')
  const letter = Buffer.from('é')
  const split = Buffer.concat([
    Buffer.from(before),
    letter.subarray(0, 1),
    Buffer.from('\r\n '),
    letter.subarray(1),
    Buffer.from(after),
  ])
  await writeFile(path, split)
  expect(await ask(path, 'events', '2027-03-15')).toMatchObject({ events: [{ location: 'Café' }] })
  const events = [{ title: 'Straße', start: '2027-03-15', end: '2027-03-15' }]
  const query = { args: ['create'], store: createPathStore(path), zone: 'UTC', nowMs: 0, mayCreate: true }
  await runQuery({ ...query, stdin: JSON.stringify({ events }) })
  expect((await readFile(path)).indexOf(split.subarray(0, before.length + 4))).toBe(0)
  expect((await ask(path, 'events', '2027-03-15')).events).toMatchObject([{ title: 'Straße' }, { location: 'Café' }])
})

test.each(['utf16le', 'latin1'] as const)('does not add an event in UTF-8 to a file in %s', async (encoding) => {
  await writeFile(path, Buffer.from(`\ufeff${text(...event('DTSTART:20270315T100000Z', 'LOCATION:Café'))}`, encoding))
  const stdin = JSON.stringify({ events: [{ title: 'x', start: '2027-03-15', end: '2027-03-15' }] })
  const query = { args: ['create'], stdin, store: createPathStore(path), zone: 'UTC', nowMs: 0, mayCreate: true }
  await expect(runQuery(query)).rejects.toThrow('save it in UTF-8')
})

test('reads files with the ending .ICS in a folder', async () => {
  await writeFile(join(base, 'A.ICS'), text(...event('DTSTART:20270315T100000Z')))
  expect((await ask(base, 'events', '2027-03-15')).events).toHaveLength(1)
})

test('no odd line between others takes another event away', async () => {
  const oddLines = fc.oneof(
    fc.string({ unit: anyCharacter, maxLength: 40 }).map((line) => line.replaceAll(/[\r\n\0]/g, '')),
    fc.constantFrom(
      'BEGIN:VALARM',
      'END:VALARM',
      'END:VEVENT',
      'RRULE:',
      'DTSTART',
      'X;Y="',
      'A;B=:c',
      'RDATE:x',
      'EXDATE:x',
      ':',
      ';',
      'DURATION:PT',
    ),
  )
  const sound = ['BEGIN:VEVENT', 'UID:2', 'SUMMARY:Sound', 'DTSTART:20270315T100000Z', 'END:VEVENT']
  await fc.assert(
    fc.asyncProperty(
      fc.array(oddLines, { maxLength: 4 }),
      fc.array(oddLines, { maxLength: 4 }),
      async (inside, between) => {
        // A line that begins with a space continues the line before.
        const lines = [...event('DTSTART:20270301T100000Z', ...inside), 'X-A:b', ...between, ...sound]
        await writeFile(path, text(...lines.map((line) => line.trimStart())))
        expect((await ask(path, 'events', '2027-03-15')).events).toContainEqual(
          expect.objectContaining({ title: 'Sound' }),
        )
      },
    ),
    { numRuns: 200 },
  )
})
