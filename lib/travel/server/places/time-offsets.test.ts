import { expect, test } from 'vitest'
import { closedCodes } from './corrections.ts'
import { metroAreas } from './metro-areas.ts'
import { createPlaces } from './places.ts'
import { createTimeOffsets } from './time-offsets.ts'

const timeOffsets = createTimeOffsets(createPlaces())

test('returns the offsets of airports, areas and zones in the given order', () => {
  expect(
    timeOffsets([
      ['SEA', '2026-03-15T11:30:00'],
      ['NRT', '2026-03-16T13:45'],
      ['LON', '2026-07-01T08:00:00'],
      ['Pacific/Chatham', '2026-07-01T08:00:00'],
    ]),
  ).toEqual({ ok: true, offsets: ['-07:00', '+09:00', '+01:00', '+12:45'] })
  expect(timeOffsets([])).toEqual({ ok: true, offsets: [] })
})

test('every code that the search of places finds has a zone, former codes too', () => {
  const places = createPlaces()
  expect(Object.keys(closedCodes).filter((code) => places.search(code, 1).length === 0)).toEqual([])
  const areas = metroAreas.flatMap(({ code }) => (places.byCode(code) === undefined ? [] : [code]))
  const codes = [...Object.keys(closedCodes), ...areas, ...places.airportCodes]
  expect(codes.filter((code) => places.zoneOf(code) === undefined)).toEqual([])
  for (const [former, code] of Object.entries(closedCodes)) expect(places.zoneOf(former)).toBe(places.zoneOf(code))
})

test.each([['XXX'], ['sea'], ['Mars/Olympus'], ['+09:00'], ['__proto__'], ['']])(
  '%j is not known, and all others keep their answers',
  (where) => {
    const pair = (place: string) => [place, '2026-03-15T11:30:00'] as const
    expect(timeOffsets([pair('SEA'), pair(where), pair('NRT')])).toEqual({
      ok: true,
      offsets: ['-07:00', null, '+09:00'],
    })
  },
)

test.each(['<script>', '2026-02-30T10:00:00', '2026-03-15', ''])('%j is no time, and is not known', (time) => {
  expect(
    timeOffsets([
      ['SEA', time],
      ['SEA', '2026-03-15T11:30:00'],
    ]),
  ).toEqual({ ok: true, offsets: [null, '-07:00'] })
})
