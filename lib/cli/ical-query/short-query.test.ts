import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { createPathStore } from './path-store.ts'
import { isShort, runShortQuery } from './short-query.ts'

let base = ''
beforeEach(async () => {
  base = await mkdtemp(join(tmpdir(), 'travel-calendar-'))
  await writeFile(join(base, 'calendar.ics'), '')
})
afterEach(() => rm(base, { recursive: true, force: true }))

const at = { zone: 'Europe/Berlin', nowMs: Date.parse('2027-03-15T08:00:00Z') }
const ask = (args: readonly string[], mayCreate = true) =>
  runShortQuery({ ...at, args, stdin: '', store: createPathStore(join(base, 'calendar.ics')), mayCreate })

test('adds an event in the time zone of the calendar, once, and lists it as text', async () => {
  const dinner = [
    'add',
    '--Dinner; "x"',
    '2027-03-15T19:00:00',
    '2027-03-15T21:00',
    '--location',
    'Porto',
    '--notes',
    'a',
  ]
  expect(await ask(dinner)).toBe('Added --Dinner; "x".')
  expect(await ask(dinner)).toBe('--Dinner; "x" was there already.')
  await ask(['add', 'Flight', '2027-03-15T23:00:00+01:00', '2027-03-16T13:45:00+09:00'])
  await ask(['add', 'Hotel', '2027-03-16', '2027-03-18'])
  expect(await ask(['today'])).toBe(
    '2027-03-15, 19:00 to 21:00: --Dinner; "x", Porto\n2027-03-15, 23:00 to 2027-03-16 05:45: Flight',
  )
  expect(await ask(['2027-03-17'])).toBe('2027-03-16 to 2027-03-18, all day: Hotel')
  expect(await ask(['2027-05-01'])).toBe('')
})

test('shows an event in one line, so that its title cannot look like another event', async () => {
  const lines = ['BEGIN:VCALENDAR', 'VERSION:2.0', 'BEGIN:VEVENT', 'UID:1', 'DTSTART:20270315T100000Z', 'DURATION:PT1H']
  const texts = ['SUMMARY:Call\\n2027-03-15\\, 13:00 to 14:00: \u202eFake 👩\u200d👧', 'LOCATION:A\\nB\u001b[2J']
  await writeFile(join(base, 'calendar.ics'), [...lines, ...texts, 'END:VEVENT', 'END:VCALENDAR', ''].join('\r\n'))
  expect(await ask(['today'])).toBe(
    '2027-03-15, 11:00 to 12:00: Call 2027-03-15, 13:00 to 14:00: Fake 👩\u200d👧, A B [2J',
  )
})

test('after the events, names the entries whose dates cannot be computed', async () => {
  const odd = ['BEGIN:VEVENT', 'UID:1', 'SUMMARY:Odd', 'DTSTART:20270301T100000Z', 'RRULE:FREQ=WEEKLY;BYMONTHDAY=3']
  const untitled = ['BEGIN:VEVENT', 'UID:2', 'DTSTART:20270301T100000Z', 'RRULE:FREQ=WEEKLY;BYMONTHDAY=3', 'END:VEVENT']
  const lines = ['BEGIN:VCALENDAR', 'VERSION:2.0', ...odd, 'END:VEVENT', ...untitled, 'END:VCALENDAR', '']
  await writeFile(join(base, 'calendar.ics'), lines.join('\r\n'))
  await ask(['add', 'Hotel', '2027-03-15', '2027-03-18'])
  expect(await ask(['2027-03-17'])).toBe(
    '2027-03-15 to 2027-03-18, all day: Hotel\nThe dates cannot be computed: Odd\nThe dates cannot be computed: 2',
  )
})

test.each([
  [['add', 'x', 'soon', 'later'], /start/],
  [['add', 'x', '2027-03-15'], /usage/],
  [['add', 'x', '2027-03-15', '2027-03-15', '--delete', 'y'], /usage/],
  [['add', 'x', '2027-03-15', '2027-03-15', 'more'], /usage/],
  [['today', '--calendar', 'Home'], /one calendar here/],
])('refuses %j, and says why', async (args, why) => {
  await expect(ask(args)).rejects.toThrow(why)
})

test('adds nothing without the permission to create events', async () => {
  await expect(ask(['add', 'x', '2027-03-15', '2027-03-15'], false)).rejects.toThrow('not allowed')
  expect(await ask(['2027-03-15'])).toBe('')
})

test.each([
  [['today'], true],
  [['add'], true],
  [['events', 'today'], false],
  [['create'], false],
  [[], false],
])('recognizes the short form by its first word: %j is %s', (args, expected) => {
  expect(isShort({ ...at, args })).toBe(expected)
})
