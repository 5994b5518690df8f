import { join } from 'node:path'
import fc from 'fast-check'
import { Temporal } from 'temporal-polyfill'
import { describe, expect, it } from 'vitest'
import { checkTimes } from './check-times.ts'
import { loadSkillFolder } from './load-skill-folder.ts'
import { createInputValidator } from './validate-input.ts'

const now = Temporal.Instant.from('2026-11-30T12:00:00Z')
const nowMs = now.epochMilliseconds
const times = { in: 'events', from: 'start', to: 'end' }
const checkOf = (start: unknown, end: unknown) =>
  checkTimes({ events: [Object({ title: 'x', start, end })] }, times, nowMs)
const detailsOf = (start: unknown, end: unknown) => checkOf(start, end).details
const form = 'must be a date like 2027-03-15, or a time with its UTC offset like 2027-03-15T11:30:00-07:00'
const of = (zone: string) => `has the UTC offset ${zone}, which no place has: write that of the place, like -07:00`

describe('the times of an event', () => {
  it.each([
    ['2027-03-01T09:00+01:00', '2027-03-01T10:00+01:00', '2027-03-01T09:00:00+01:00', '2027-03-01T10:00:00+01:00'],
    ['2027-03-01T09:00Z', '2027-03-01T09:00:01Z', '2027-03-01T09:00:00Z', '2027-03-01T09:00:01Z'],
    ['2027-03-01T09:00:00.25+00:00', '2027-03-01T09:01-00:00', '2027-03-01T09:00:00Z', '2027-03-01T09:01:00Z'],
    ['2027-03-01', '2027-03-01', '2027-03-01', '2027-03-01'],
    ['2025-10-29', '2026-10-30', '2025-10-29', '2026-10-30'],
    ['2036-11-30', '2037-12-01', '2036-11-30', '2037-12-01'],
  ])('from %s to %s can be meant, and are in one form', (start, end, from, to) => {
    expect(checkOf(start, end)).toEqual({ details: {}, params: { events: [{ title: 'x', start: from, end: to }] } })
  })

  it.each<[unknown, unknown, Record<string, string>]>([
    ['2027-03-01T09:00Z', '2027-03-01T10:00+01:00', { end: 'must be after start, 2027-03-01T09:00:00Z' }],
    ['2027-03-01T09:00:00.1Z', '2027-03-01T09:00:00.9Z', { end: 'must be after start, 2027-03-01T09:00:00Z' }],
    ['2027-03-02', '2027-03-01', { end: 'must not be before start: the earliest is 2027-03-02' }],
    ['2027-03-01', '2027-03-01T09:00Z', { end: 'must be a date, like start' }],
    ['2027-03-01T09:00Z', '2027-03-02', { end: 'must be a time, like start' }],
    ['2027-03-01', '2028-03-02', { end: 'is more than 366 days after start: the latest is 2028-03-01' }],
    ['2026-10-29', '2026-10-29', { end: 'is too long ago: the earliest is 2026-10-30' }],
    [
      '2025-10-28',
      '2026-10-30',
      {
        start: 'is too long ago: the earliest is 2025-10-29',
        end: 'is more than 366 days after start: the latest is 2026-10-29',
      },
    ],
    ['2036-12-01', '2036-12-01', { start: 'is too far ahead: the latest is 2036-11-30' }],
    ['2027-03-01T09:00', 'tomorrow', { start: form, end: form }],
    ['2027-02-29', '2027-03-01T24:00Z', { start: form, end: form }],
    ['2027-03-01 09:00Z', '2027-03-01T10:00+01', { start: form, end: form }],
    ['2027-03-01T09:00+03:15', '2027-03-02T09:00+14:30', { start: of('+03:15'), end: of('+14:30') }],
    ['2027-03-01T09:00-12:30', '2027-03-02T09:00+23:00', { start: of('-12:30'), end: of('+23:00') }],
  ])('from %s to %s cannot be meant', (start, end, wrong) => {
    const details = Object.fromEntries(Object.entries(wrong).map(([field, why]) => [`events.0.${field}`, why]))
    expect(detailsOf(start, end)).toEqual(details)
  })

  it('that are no texts, or not in the list, are left to the schema', () => {
    for (const params of [
      { events: [1, { start: 7, end: null }, {}] },
      { events: 'x' },
      { start: 'x' },
      {},
      { events: { start: 'x' } },
    ]) {
      expect(checkTimes(params, times, nowMs)).toEqual({ details: {}, params })
    }
  })

  it('may stand in the params themselves', () => {
    const params = { from: '2027-03-01T09:00Z', to: '2027-03-01T08:00Z' }
    expect(checkTimes(params, { from: 'from', to: 'to' }, nowMs).details).toEqual({
      to: 'must be after from, 2027-03-01T09:00:00Z',
    })
  })

  it('are named for about twenty wrong events at most', () => {
    const events = Array.from({ length: 900 }, () => ({ start: 'x', end: 'y' }))
    expect(Object.keys(checkTimes({ events }, times, nowMs).details)).toHaveLength(20)
  })

  it('have each offset that a zone has in two years', () => {
    const zones = Intl.supportedValuesOf('timeZone').filter((zone) => zone.includes('/'))
    const offsets = new Set(
      zones.flatMap((zone) =>
        Array.from({ length: 8 }, (_, quarter) => now.toZonedDateTimeISO(zone).add({ months: quarter * 3 }).offset),
      ),
    )
    for (const offset of offsets) {
      expect(detailsOf(`2027-03-01T09:00${offset}`, `2027-03-01T10:00${offset}`), offset).toEqual({})
    }
  })
})

it('accepts two moments exactly if they can be meant, and never changes one', () => {
  const moment = fc.date({ min: new Date('2020-01-01'), max: new Date('2045-01-01'), noInvalidDate: true })
  const near = fc.integer({ min: -1000, max: 40_000_000 })
  const offset = fc.constantFrom('Z', '+00:00', '-00:00', '+05:45', '-09:30', '+14:00', '-12:00')
  const second = fc.constantFrom('', ':07', ':07.5')
  fc.assert(
    fc.property(moment, near, offset, offset, second, (at, lastsS, zone, other, more) => {
      const written = (ms: number, zoneOf: string) => {
        const instant = Temporal.Instant.fromEpochMilliseconds(ms - (ms % 60_000))
        const local = instant.toZonedDateTimeISO(zoneOf === 'Z' ? 'UTC' : zoneOf).toPlainDateTime()
        return `${local.toString({ smallestUnit: 'minute' })}${more}${zoneOf}`
      }
      const [start, end] = [written(at.getTime(), zone), written(at.getTime() + lastsS * 1000, other)]
      const [from, to] = [start, end].map((text) =>
        Temporal.Instant.from(text).round({ smallestUnit: 'second', roundingMode: 'trunc' }),
      )
      if (!from || !to) throw new Error('no moments')
      const [first, last] = [start, end].map((text) => Temporal.PlainDate.from(text.slice(0, 10)))
      if (!first || !last) throw new Error('no days')
      const today = now.toZonedDateTimeISO('UTC').toPlainDate()
      const isMeant =
        Temporal.Instant.compare(from, to) < 0 &&
        first.until(last).days <= 366 &&
        last.until(today).days <= 31 &&
        today.until(first).days <= 3653
      const checked = checkOf(start, end)
      expect(Object.keys(checked.details).length === 0).toBe(isMeant)
      if (!isMeant) return
      const [event] = Object(checked.params).events
      expect([event.start, event.end].map((text) => Temporal.Instant.from(text))).toEqual([from, to])
      expect([event.start, event.end].every((text) => /T\d\d:\d\d:\d\d(Z|[+-](?!00:00)\d\d:\d\d)$/.test(text))).toBe(
        true,
      )
      expect(checkOf(event.start, event.end)).toEqual(checked)
    }),
    { numRuns: 500 },
  )
})

it('the calendar takes times without seconds, and refuses what nobody means before it asks', async () => {
  const projectDir = join(import.meta.dirname, '../..')
  const loaded = await loadSkillFolder(join(projectDir, 'skills/calendar'), { tier: 'local', projectDir })
  if (!loaded.ok) throw new Error(JSON.stringify(loaded.problems))
  const validate = createInputValidator(loaded.skill, { clock: { now: () => nowMs } })
  const add = (start: string, end: string) => validate('add_to_calendar', { events: [{ title: 'x', start, end }] })
  expect(add('2027-03-01T09:00+01:00', '2027-03-01T10:00+01:00')).toEqual({
    ok: true,
    params: { events: [{ title: 'x', start: '2027-03-01T09:00:00+01:00', end: '2027-03-01T10:00:00+01:00' }] },
  })
  expect(add('1970-01-01', '1970-01-01')).toMatchObject({ ok: false, details: { 'events.0.start': expect.anything() } })
})
