import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { readEvents } from './read-events.ts'
import { daysOf, localTimeOf, spanOf } from './spans.ts'

/** The text of a calendar with these lines, as a program writes it. */
const calendar = (...lines: string[]) => ['BEGIN:VCALENDAR', 'VERSION:2.0', ...lines, 'END:VCALENDAR', ''].join('\r\n')
const event = (...lines: string[]) => ['BEGIN:VEVENT', 'UID:1@example.com', 'SUMMARY:Event', ...lines, 'END:VEVENT']

/** What a program exported, with the line ends of the format. */
const exported = (program: string) =>
  readFileSync(new URL(`./testing/${program}.ics`, import.meta.url), 'utf8').replaceAll('\n', '\r\n')

/** `[title, start, end]` of each event from the first to the last day, in order. */
function eventsOf(text: string, first: string, last: string, zone = 'Europe/Berlin') {
  const { occurrences } = readEvents(text, spanOf({ first, last }, zone), zone)
  return occurrences
    .toSorted((a, b) => a.startMs - b.startMs)
    .map(({ title, startMs, endMs, days }) =>
      days ? [title, days.first, days.last] : [title, localTimeOf(startMs, zone), localTimeOf(endMs, zone)],
    )
}

/** As Google Calendar exports it: IANA zones with their rules, a changed and a removed occurrence. */
const google = exported('google')

/** As Outlook writes it: a zone with the name and the rules of Windows, and folded lines. */
const outlook = exported('outlook')

/** As Apple Calendar writes it: a duration, a floating time, alarms, a cancelled occurrence. */
const apple = exported('apple')

describe('a calendar of Google', () => {
  test('keeps the local time of a recurring event across a clock change, and applies its exceptions', () => {
    expect(eventsOf(google, '2027-03-20', '2027-05-01')).toEqual([
      ['Weekly', '2027-03-22T09:00:00+01:00', '2027-03-22T09:30:00+01:00'],
      ['Weekly', '2027-03-29T09:00:00+02:00', '2027-03-29T09:30:00+02:00'],
      ['Trip', '2027-04-01', '2027-04-03'],
      ['Weekly, moved', '2027-04-13T14:00:00+02:00', '2027-04-13T15:00:00+02:00'],
      ['Weekly', '2027-04-19T09:00:00+02:00', '2027-04-19T09:30:00+02:00'],
    ])
  })

  test('shows a moved occurrence on its new day only', () => {
    expect(eventsOf(google, '2027-04-12', '2027-04-12')).toEqual([])
    expect(eventsOf(google, '2027-04-13', '2027-04-13')).toHaveLength(1)
  })

  test('reads an all-day event that does not block time as not busy', () => {
    const [trip] = readEvents(google, spanOf({ first: '2027-04-02', last: '2027-04-02' }, 'UTC'), 'UTC').occurrences
    expect(trip).toMatchObject({ title: 'Trip', isBusy: false })
  })
})

test('a calendar of Outlook keeps the rules of its own zones', () => {
  const title = 'A title that is so long that Outlook writes it in two lines'
  expect(eventsOf(outlook, '2027-03-20', '2027-04-01', 'UTC')).toEqual([
    [title, '2027-03-26T09:00:00+00:00', '2027-03-26T10:00:00+00:00'],
    [title, '2027-03-28T08:00:00+00:00', '2027-03-28T09:00:00+00:00'],
    [title, '2027-03-29T08:00:00+00:00', '2027-03-29T09:00:00+00:00'],
    [title, '2027-03-30T08:00:00+00:00', '2027-03-30T09:00:00+00:00'],
  ])
  const { occurrences } = readEvents(outlook, spanOf({ first: '2027-03-26', last: '2027-03-26' }, 'UTC'), 'UTC')
  expect(occurrences[0]?.isBusy).toBe(false)
})

test('a calendar of Apple keeps floating times, durations and zones without rules, and omits cancelled events', () => {
  expect(eventsOf(apple, '2027-03-10', '2027-03-30')).toEqual([
    ['Call', '2027-03-14T02:00:00+01:00', '2027-03-14T03:00:00+01:00'],
    ['Call', '2027-03-15T01:00:00+01:00', '2027-03-15T02:00:00+01:00'],
    ['Breakfast', '2027-03-28T08:30:00+02:00', '2027-03-28T10:00:00+02:00'],
  ])
  expect(eventsOf(apple, '2027-03-28', '2027-03-28', 'Asia/Tokyo')).toEqual([
    ['Breakfast', '2027-03-28T08:30:00+09:00', '2027-03-28T10:00:00+09:00'],
  ])
})

test.each<[string, string[], string[][]]>([
  [
    'an event without an end',
    ['DTSTART:20270315T100000Z'],
    [['Event', '2027-03-15T11:00:00+01:00', '2027-03-15T11:00:00+01:00']],
  ],
  ['an all-day event without an end', ['DTSTART;VALUE=DATE:20270315'], [['Event', '2027-03-15', '2027-03-15']]],
  [
    'an event across midnight',
    ['DTSTART:20270314T220000Z', 'DTEND:20270315T020000Z'],
    [['Event', '2027-03-14T23:00:00+01:00', '2027-03-15T03:00:00+01:00']],
  ],
  ['an event that ends as the day begins', ['DTSTART:20270314T200000Z', 'DTEND:20270314T230000Z'], []],
  ['an all-day event that ended the day before', ['DTSTART;VALUE=DATE:20270313', 'DTEND;VALUE=DATE:20270315'], []],
  [
    'an event that ends before it starts',
    ['DTSTART:20270315T100000Z', 'DTEND:20270315T090000Z'],
    [['Event', '2027-03-15T11:00:00+01:00', '2027-03-15T11:00:00+01:00']],
  ],
  [
    'an event with an additional date (RDATE)',
    ['DTSTART:20270301T100000Z', 'RDATE:20270315T100000Z'],
    [['Event', '2027-03-15T11:00:00+01:00', '2027-03-15T11:00:00+01:00']],
  ],
  [
    'a weekly all-day event',
    ['DTSTART;VALUE=DATE:20270301', 'RRULE:FREQ=WEEKLY'],
    [['Event', '2027-03-15', '2027-03-15']],
  ],
  ['an event without a start', ['DTEND:20270315T100000Z'], []],
])('lists the events of one day for %s', (_, lines, shown) => {
  expect(eventsOf(calendar(...event(...lines)), '2027-03-15', '2027-03-15')).toEqual(shown)
})

test('reads a recurrence without an end and a recurrence on a day that does not exist', () => {
  const old = calendar(...event('DTSTART:19900101T100000Z', 'RRULE:FREQ=DAILY'))
  expect(eventsOf(old, '2027-03-15', '2027-03-15')).toHaveLength(1)
  const never = calendar(...event('DTSTART:20270101T100000Z', 'RRULE:FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=30'))
  expect(eventsOf(never, '2027-03-15', '2027-03-15')).toEqual([])
})

/** The titles of the events of these days, and of the undated entries. */
function titlesOf(text: string, first: string, last = first, isOver = () => false) {
  const { occurrences, undated } = readEvents(text, spanOf({ first, last }, 'UTC'), 'UTC', isOver)
  return { events: [...new Set(occurrences.map(({ title }) => title))], undated: undated.map(({ title }) => title) }
}
const other = ['BEGIN:VEVENT', 'UID:2@example.com', 'SUMMARY:Other', 'DTSTART:20270315T100000Z', 'END:VEVENT']

test('lists a recurrence with too many dates as undated, so that its time never looks free', () => {
  const often = calendar(...event('DTSTART:20270101T000000Z', 'DURATION:PT1M', 'RRULE:FREQ=MINUTELY'), ...other)
  expect(eventsOf(often, '2027-01-02', '2027-01-02', 'UTC')).toHaveLength(1440)
  expect(titlesOf(often, '2027-03-02', '2027-03-31')).toEqual({ events: ['Other'], undated: ['Event'] })
  const counted = calendar(...event('DTSTART:20260101T000000Z', 'RRULE:FREQ=MINUTELY;COUNT=9000000'), ...other)
  expect(titlesOf(counted, '2027-03-15')).toEqual({ events: ['Other'], undated: ['Event'] })
})

test.each([
  ['every 30 February', 'FREQ=DAILY;BYMONTH=2;BYMONTHDAY=30'],
  ['every seventh day from a Monday on Tuesdays', 'FREQ=DAILY;INTERVAL=7;BYDAY=TU'],
  ['every second of 30 February', 'FREQ=SECONDLY;BYMONTH=2;BYMONTHDAY=30'],
  ['every 1,440 minutes from 10:00 on at 11:00', 'FREQ=MINUTELY;INTERVAL=1440;BYHOUR=11'],
  ['an interval of a billion days', 'FREQ=DAILY;INTERVAL=1000000000'],
  ['an interval of a billion minutes', 'FREQ=MINUTELY;INTERVAL=1000000000'],
  ['an interval of 10¹⁵ hours', 'FREQ=HOURLY;INTERVAL=1000000000000000'],
  ['an interval of 10¹⁵ seconds', 'FREQ=SECONDLY;INTERVAL=1000000000000000'],
  ['an interval of a billion weeks', 'FREQ=WEEKLY;INTERVAL=1000000000'],
  ['an interval of a billion months', 'FREQ=MONTHLY;INTERVAL=1000000000'],
  ['an interval of a billion years', 'FREQ=YEARLY;INTERVAL=1000000000'],
])('a recurrence without a date on the requested day is neither an event nor undated: %s', (_, rule) => {
  const text = calendar(...event('DTSTART:20270104T100000Z', 'DURATION:PT1H', `RRULE:${rule}`), ...other)
  expect(titlesOf(text, '2027-03-15')).toEqual({ events: ['Other'], undated: [] })
  expect(titlesOf(text, '2027-01-04')).toEqual({ events: ['Event'], undated: [] })
})

test('a rule for the fifth Monday of months that never have one has no dates', () => {
  const rule = 'RRULE:FREQ=MONTHLY;INTERVAL=24;BYDAY=5MO'
  const text = calendar(...event('DTSTART:20270201T100000Z', 'DURATION:PT1H', rule), ...other)
  expect(titlesOf(text, '2027-03-15')).toEqual({ events: ['Other'], undated: [] })
})

test.each([
  ['too many dates', 'RRULE:FREQ=SECONDLY'],
  ['the day 0 of each month', 'RRULE:FREQ=DAILY;BYMONTHDAY=0'],
  ['a rule against the standard', 'RRULE:FREQ=WEEKLY;BYMONTHDAY=3'],
  ['a combination that the library computes wrongly', 'RRULE:FREQ=YEARLY;BYWEEKNO=13;BYMONTHDAY=30'],
])('lists an entry as undated because of %s, and reads the others', (_, rule) => {
  const text = calendar(...event('DTSTART:20270104T100000Z', 'DURATION:PT1H', rule), ...other)
  expect(titlesOf(text, '2027-03-15')).toEqual({ events: ['Other'], undated: ['Event'] })
})

test('moves all later dates of a recurrence with a change for this and all later ones', () => {
  const text = calendar(
    ...event('DTSTART:20270301T100000Z', 'DTEND:20270301T110000Z', 'RRULE:FREQ=WEEKLY'),
    ...event(
      'RECURRENCE-ID;RANGE=THISANDFUTURE:20270315T100000Z',
      'DTSTART:20270316T140000Z',
      'DTEND:20270316T160000Z',
    ),
  )
  expect(eventsOf(text, '2027-03-08', '2027-03-25', 'UTC')).toEqual([
    ['Event', '2027-03-08T10:00:00+00:00', '2027-03-08T11:00:00+00:00'],
    ['Event', '2027-03-16T14:00:00+00:00', '2027-03-16T16:00:00+00:00'],
    ['Event', '2027-03-23T14:00:00+00:00', '2027-03-23T16:00:00+00:00'],
  ])
})

test.each([
  ['begins later', 'DTSTART:20270316T100000Z', ''],
  ['has ended', 'DTSTART:20260104T100000Z', ';UNTIL=20260301T100000Z'],
  ['has ended on a day', 'DTSTART;VALUE=DATE:20260104', ';UNTIL=20260301'],
])('does not list an entry whose dates cannot be computed as undated if it %s', (_, start, until) => {
  const text = calendar(...event(start, `RRULE:FREQ=WEEKLY;BYMONTHDAY=3${until}`), ...other)
  expect(titlesOf(text, '2027-03-15')).toEqual({ events: ['Other'], undated: [] })
})

test('lists the entries of a zone whose rules never end as undated, and reads the others', () => {
  const zone = ['BEGIN:VTIMEZONE', 'TZID:Odd', 'BEGIN:STANDARD', 'DTSTART:16010101T000000', 'TZOFFSETFROM:+0100']
  const rule = ['TZOFFSETTO:+0100', 'RRULE:FREQ=SECONDLY', 'END:STANDARD', 'END:VTIMEZONE']
  const text = calendar(...zone, ...rule, ...event('DTSTART;TZID=Odd:20270315T100000'), ...other)
  expect(titlesOf(text, '2027-03-15')).toEqual({ events: ['Other'], undated: ['Event'] })
})

test('a rule of a zone with a very long interval has only its first date', () => {
  const zone = ['BEGIN:VTIMEZONE', 'TZID:Odd', 'BEGIN:STANDARD', 'DTSTART:16010101T000000', 'TZOFFSETFROM:+0100']
  const rule = ['TZOFFSETTO:+0100', 'RRULE:FREQ=HOURLY;INTERVAL=1000000000000000', 'END:STANDARD', 'END:VTIMEZONE']
  const text = calendar(...zone, ...rule, ...event('DTSTART;TZID=Odd:20270315T100000'), ...other)
  expect(titlesOf(text, '2027-03-15')).toEqual({ events: ['Event', 'Other'], undated: [] })
})

test.each(['P1000000000W', 'P999999999999999D'])(
  'lists an entry that lasts %s as undated, and reads the others',
  (lasts) => {
    for (const start of ['DTSTART:20270104T100000Z', 'DTSTART;VALUE=DATE:20270104']) {
      const text = calendar(...event(start, `DURATION:${lasts}`), ...other)
      expect(titlesOf(text, '2027-03-15')).toEqual({ events: ['Other'], undated: ['Event'] })
    }
  },
)

test('lists recurring entries as undated when the time for computing dates is used up', () => {
  const text = calendar(...event('DTSTART:20270104T100000Z', 'RRULE:FREQ=DAILY'), ...other)
  expect(titlesOf(text, '2027-03-15', '2027-03-15', () => true)).toEqual({ events: ['Other'], undated: ['Event'] })
})

test('lists an undated entry once, with only the start of a long UID and title', () => {
  const changed = [
    'BEGIN:VEVENT',
    `UID:${'1'.repeat(200)}`,
    `SUMMARY:${'2'.repeat(400)}`,
    'RECURRENCE-ID:20270315T100000Z',
  ]
  const text = calendar(...changed, 'DTSTART:20270315T100000Z', 'DURATION:P1000000000W', 'END:VEVENT')
  const { undated } = readEvents(text, spanOf({ first: '2027-03-15', last: '2027-03-15' }, 'UTC'), 'UTC')
  expect(undated).toMatchObject([{ uid: '1'.repeat(100), title: '2'.repeat(300), isBusy: true }])
})

test('reads a file that begins with a byte order mark', () => {
  expect(titlesOf(`\ufeff${calendar(...other)}`, '2027-03-15')).toEqual({ events: ['Other'], undated: [] })
})

test.each<[string, string[], string[]]>([
  ['every seven minutes', ['RRULE:FREQ=MINUTELY;INTERVAL=7'], ['00:06', '00:13']],
  ['until a time', ['RRULE:FREQ=MINUTELY;INTERVAL=7;UNTIL=20300506T000700Z'], ['00:06']],
  ['that ended before', ['RRULE:FREQ=MINUTELY;UNTIL=20290506T000300Z'], []],
  ['at certain minutes', ['RRULE:FREQ=MINUTELY;INTERVAL=7;BYHOUR=0;BYMINUTE=13,27'], ['00:13', '00:27']],
  ['every seven hours', ['RRULE:FREQ=HOURLY;INTERVAL=7'], ['05:00', '12:00']],
  [
    'with an exception and an additional date',
    ['RRULE:FREQ=HOURLY;INTERVAL=7', 'EXDATE:20300506T050000Z', 'RDATE:20300506T000500Z'],
    ['00:05', '12:00'],
  ],
  ['several times on every second day', ['RRULE:FREQ=DAILY;INTERVAL=2;BYHOUR=1,2,3,4,5,6'], ['01:00', '02:00']],
])('finds the dates of a recurrence %s that began twenty years ago', (_, lines, times) => {
  const old = calendar(...event('DTSTART:20100101T000000Z', 'DURATION:PT1M', ...lines))
  const starts = eventsOf(old, '2030-05-06', '2030-05-06', 'UTC').map(([, start]) => start?.slice(11, 16))
  expect(starts.slice(0, 2)).toEqual(times)
})

test('a recurrence that began long ago keeps its local time, and shows the dates that last into the day', () => {
  const hourly = ['DTSTART;TZID=Europe/Berlin:20200115T083000', 'RRULE:FREQ=HOURLY;INTERVAL=24', 'DURATION:P3D']
  expect(eventsOf(calendar(...event(...hourly)), '2027-07-10', '2027-07-10').map(([, start]) => start)).toEqual([
    '2027-07-07T08:30:00+02:00',
    '2027-07-08T08:30:00+02:00',
    '2027-07-09T08:30:00+02:00',
    '2027-07-10T08:30:00+02:00',
  ])
})

test('applies exceptions without a time to an event with times, even after exceptions on other days', () => {
  const exceptions = ['20270302', '20270303', '20270304', '20270315'].map((day) => `EXDATE;VALUE=DATE:${day}`)
  const weekly = calendar(...event('DTSTART:20270301T100000Z', 'RRULE:FREQ=WEEKLY', ...exceptions))
  const starts = eventsOf(weekly, '2027-03-01', '2027-03-22', 'UTC').map(([, start]) => start?.slice(0, 10))
  expect(starts).toEqual(['2027-03-01', '2027-03-08', '2027-03-22'])
})

const yoga = (...lines: string[]) => [
  ...['BEGIN:VEVENT', 'UID:broken', 'SUMMARY:Yoga\\, ', ' early', 'DTSTART:20270401T080000Z'],
  ...[...lines, 'END:VEVENT'],
]

test.each([
  ['a month that does not exist', 'RRULE:FREQ=YEARLY;BYMONTH=13'],
  ['an unknown frequency', 'RRULE:FREQ=FORTNIGHTLY'],
])('lists an entry with %s as undated, and reads the others', (_, line) => {
  const text = calendar(...yoga(line), ...other)
  expect(titlesOf(text, '2027-04-02')).toEqual({ events: [], undated: ['Yoga, early'] })
  expect(titlesOf(text, '2027-03-15')).toEqual({ events: ['Other'], undated: [] })
})

test.each([
  ['a line without a value', 'TRANSPARENT'],
  ['an unfinished quotation in a long line', 'DESCRIPTION;ALTREP="https:\r\n //example.com:\r\n text'],
])('leaves out %s, and counts it', (_, line) => {
  const text = calendar(...yoga(line), ...other)
  expect(titlesOf(text, '2027-04-01')).toEqual({ events: ['Yoga, early'], undated: [] })
  expect(readEvents(text, { fromMs: 0, toMs: 1 }, 'UTC').skipped).toBe(1)
})

test('a text that is not iCalendar is an error, never an empty calendar', () => {
  expect(() => readEvents('<html>', { fromMs: 0, toMs: 1 }, 'UTC')).toThrow()
})

test('daysOf and spanOf use the days of the given time zone, even when clocks change', () => {
  const nowMs = Date.parse('2027-03-27T23:30:00Z')
  expect(daysOf('today', 'Europe/Berlin', nowMs)).toEqual({ first: '2027-03-28', last: '2027-03-28' })
  expect(daysOf('tomorrow', 'UTC', nowMs)).toEqual({ first: '2027-03-28', last: '2027-03-28' })
  expect(daysOf('week', 'UTC', nowMs)).toEqual({ first: '2027-03-27', last: '2027-04-02' })
  for (const wrong of ['2027-02-30', 'yesterday', '', '2027-3-1', '--help']) {
    expect(daysOf(wrong, 'UTC', nowMs)).toBeUndefined()
  }
  const { fromMs, toMs } = spanOf({ first: '2027-03-28', last: '2027-03-28' }, 'Europe/Berlin')
  expect(toMs - fromMs).toBe(23 * 3_600_000)
})
