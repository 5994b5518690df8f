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
