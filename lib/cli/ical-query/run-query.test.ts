import { mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { createPathStore } from './path-store.ts'
import { runQuery } from './run-query.ts'

let base = ''
beforeEach(async () => {
  base = await mkdtemp(join(tmpdir(), 'travel-calendar-'))
})
afterEach(() => rm(base, { recursive: true, force: true }))

const nowMs = Date.parse('2027-03-15T08:00:00Z')
const zone = 'Europe/Berlin'
const ask = (path: string, args: string[], events?: unknown, mayCreate = true) =>
  runQuery({ args, stdin: JSON.stringify({ events }), store: createPathStore(path), zone, nowMs, mayCreate })

const flight = {
  title: 'Flight ANA 177; SEA, NRT',
  start: '2027-03-15T11:30:00-07:00',
  end: '2027-03-16T13:45:00+09:00',
  location: 'Seattle\\Tacoma',
  description: 'Code ABC\nEND:VEVENT\nBEGIN:VEVENT',
}
const stay = { title: 'Hotel', start: '2027-03-16', end: '2027-03-18' }

describe.each(['calendar.ics', 'folder'])('in %s', (name) => {
  let path = ''
  beforeEach(async () => {
    path = join(base, name)
    if (name === 'folder') await mkdir(path)
    else await writeFile(path, '')
  })

  test('adds a flight and a stay, and shows them on their days', async () => {
    expect(await ask(path, ['create'], [flight, stay])).toEqual({
      created: [
        { uid: expect.stringMatching(/^[0-9a-f]{32}@travel\.aw$/), added: true },
        { uid: expect.stringMatching(/@travel\.aw$/), added: true },
      ],
    })
    const { title, location } = flight
    const shownFlight = {
      title,
      location,
      start: '2027-03-15T19:30:00+01:00',
      end: '2027-03-16T05:45:00+01:00',
      all_day: false,
      busy: true,
    }
    expect(await ask(path, ['events', 'today'])).toEqual({
      first: '2027-03-15',
      last: '2027-03-15',
      time_zone: zone,
      events: [shownFlight],
      has_more: false,
    })
    expect(await ask(path, ['events', 'tomorrow'])).toMatchObject({
      events: [shownFlight, { title: 'Hotel', start: '2027-03-16', end: '2027-03-18', all_day: true }],
    })
    expect(await ask(path, ['events', '2027-03-19'])).toMatchObject({ events: [] })
  })

  test('adds the same event only once, even with concurrent requests', async () => {
    const answers = await Promise.all(Array.from({ length: 8 }, () => ask(path, ['create'], [stay])))
    const events = await ask(path, ['events', '2027-03-17'])
    expect(events).toMatchObject({ events: [{ title: 'Hotel' }] })
    const added = answers.flatMap((answer) => Object(answer).created).filter((created) => created.added)
    expect(added).toHaveLength(1)
    expect(await ask(path, ['create'], [stay])).toMatchObject({ created: [{ added: false }] })
  })

  test('keeps each of many events that are added at once', async () => {
    const titles = Array.from({ length: 12 }, (_, n) => `Event ${n}`)
    await Promise.all(titles.map((title) => ask(path, ['create'], [{ ...stay, title }])))
    const { events = [] } = Object(await ask(path, ['events', '2027-03-17']))
    expect(events.map(({ title }: { title: string }) => title).sort()).toEqual(titles.sort())
    expect((await readdir(base)).filter((file) => file !== name)).toEqual([])
  })

  test('reports busy and free time', async () => {
    const day = '2027-03-20T'
    await ask(
      path,
      ['create'],
      [
        { title: 'a', start: `${day}09:00:00+01:00`, end: `${day}10:00:00+01:00` },
        { title: 'b', start: `${day}09:30:00+01:00`, end: `${day}11:00:00+01:00` },
      ],
    )
    expect(await ask(path, ['free', '2027-03-20'])).toMatchObject({
      busy: [{ start: `${day}09:00:00+01:00`, end: `${day}11:00:00+01:00` }],
      free: [
        { start: `${day}00:00:00+01:00`, end: `${day}09:00:00+01:00` },
        { start: `${day}11:00:00+01:00`, end: '2027-03-21T00:00:00+01:00' },
      ],
    })
  })

  test('adds nothing without the permission to create events', async () => {
    await expect(ask(path, ['create'], [stay], false)).rejects.toThrow('create is not allowed')
    expect(await ask(path, ['events', 'week'])).toMatchObject({ events: [] })
  })

  test.each<[string, unknown]>([
    ['no event', []],
    ['a value that is not a list', stay],
    ['too many events', Array.from({ length: 21 }, () => stay)],
    ['a time without an offset', [{ ...flight, start: '2027-03-15T11:30:00' }]],
    ['an impossible date', [{ ...stay, start: '2027-02-30' }]],
    ['a date and a time', [{ ...stay, end: flight.end }]],
    ['an end before the start', [{ ...stay, end: '2027-03-15' }]],
    ['an end at the start', [{ ...flight, end: flight.start }]],
    ['a line break in the title', [{ ...stay, title: 'a\r\nATTENDEE:mailto:x@example.com' }]],
    ['a hidden character', [{ ...stay, location: 'a\u202eb' }]],
    ['a carriage return in the description', [{ ...stay, description: 'a\rb' }]],
    ['an unknown field', [{ ...stay, attendees: ['x@example.com'] }]],
  ])('refuses %s', async (_, events) => {
    await expect(ask(path, ['create'], events)).rejects.toThrow('the events are not valid')
  })
})

test.each(['ü', 'Straße', 'ﬁŉ', 'İstanbul'])(
  'adds an event without changing the rest of the file (%s) or its mode',
  async (own) => {
    const path = join(base, 'calendar.ics')
    const before = `BEGIN:VCALENDAR\nVERSION:2.0\nX-OWN:${own}\nBEGIN:VEVENT\nUID:1\nDTSTART:20270301T100000Z\nEND:VEVENT\nEND:VCALENDAR\n`
    await writeFile(path, before, { mode: 0o640 })
    await ask(path, ['create'], [flight])
    const after = await readFile(path, 'utf8')
    const [start = '', end = ''] = before.split('END:VCALENDAR')
    expect(after.startsWith(start)).toBe(true)
    expect(after.endsWith(`END:VCALENDAR${end}`)).toBe(true)
    expect(after.match(/^BEGIN:VEVENT/gm)).toHaveLength(2)
    expect((await stat(path)).mode & 0o777).toBe(0o640)
  },
)

test('names an entry whose dates cannot be computed, lists the others, and calls no time free', async () => {
  const path = join(base, 'calendar.ics')
  const event = (uid: string, ...lines: string[]) => ['BEGIN:VEVENT', `UID:${uid}`, ...lines, 'END:VEVENT']
  const odd = event('1', 'SUMMARY:Odd', 'DTSTART:20270301T100000Z', 'RRULE:FREQ=WEEKLY;BYMONTHDAY=3')
  const sound = event('2', 'SUMMARY:Sound', 'DTSTART:20270315T100000Z', 'DURATION:PT1H')
  await writeFile(path, ['BEGIN:VCALENDAR', 'VERSION:2.0', ...odd, ...sound, 'END:VCALENDAR', ''].join('\r\n'))
  const undated = [{ uid: '1', title: 'Odd' }]
  expect(await ask(path, ['events', 'today'])).toMatchObject({ events: [{ title: 'Sound' }], undated })
  expect(await ask(path, ['free', 'today'])).toMatchObject({
    busy: [{ start: '2027-03-15T11:00:00+01:00', end: '2027-03-15T12:00:00+01:00' }],
    free: [],
    undated,
  })
  const transparent = ['BEGIN:VCALENDAR', ...odd.slice(0, -1), 'TRANSP:TRANSPARENT', 'END:VEVENT', 'END:VCALENDAR', '']
  await writeFile(path, transparent.join('\r\n'))
  expect(await ask(path, ['events', 'today'])).toMatchObject({ events: [], undated })
  const free = await ask(path, ['free', 'today'])
  expect(free).toMatchObject({ busy: [], free: [{ start: '2027-03-15T00:00:00+01:00' }] })
  expect(free).not.toHaveProperty('undated')
})

test('accepts the joiners of emoji and letters in the texts of an event', async () => {
  const path = join(base, 'calendar.ics')
  const family = { ...stay, title: 'Trip 👩‍👧', location: 'می‌خواهم', description: 'With 👩‍👧\nand more' }
  expect(await ask(path, ['create'], [family])).toMatchObject({ created: [{ added: true }] })
  expect(await ask(path, ['events', '2027-03-17'])).toMatchObject({
    events: [{ title: family.title, location: family.location }],
  })
})

test.each([
  [],
  ['events'],
  ['events', 'yesterday'],
  ['events', 'today', 'more'],
  ['delete', 'today'],
  ['create', 'x'],
  ['--help'],
])('refuses the arguments %j', async (...args) => {
  await expect(ask(join(base, 'calendar.ics'), args.flat(), [stay])).rejects.toThrow('usage')
})

test('fails for a path that does not exist, instead of showing free time', async () => {
  await expect(ask(join(base, 'wrong.ics'), ['free', 'today'])).rejects.toThrow('no calendar file')
  await expect(ask(join(base, 'wrong'), ['free', 'today'])).rejects.toThrow('ENOENT')
  expect(await ask(join(base, 'new.ics'), ['create'], [stay])).toMatchObject({ created: [{ added: true }] })
})

test('fails for a text that is not iCalendar, instead of showing free time', async () => {
  await mkdir(join(base, 'folder'))
  await writeFile(join(base, 'folder', 'broken.ics'), 'BEGIN:VCALENDAR\nBEGIN:VEV')
  await expect(ask(join(base, 'folder'), ['free', 'today'])).rejects.toThrow('not iCalendar')
})
