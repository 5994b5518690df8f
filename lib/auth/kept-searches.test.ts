import { expect, it } from 'vitest'
import { FlightParams } from '#runner/contract/capabilities/flight-search.ts'
import { HotelParams } from '#runner/contract/capabilities/hotel-search.ts'
import { keptSearches } from './kept-searches.ts'

const startedAt = new Date('2026-11-20T08:00:00Z')
const trip = { origin: 'SEA', destination: 'NRT', date: '2027-01-15' }
const stay = { check_in: '2027-01-15', check_out: '2027-01-22', adults: 2 }
const shown = (...params: unknown[]) =>
  keptSearches(params.map((each) => ({ input: { action: 'a', params: each, config: {} }, startedAt }))).map(
    ({ kind, from, to, start, end }) => [kind, from, to, start, end],
  )

it('lists flight and hotel searches as the contract records them', () => {
  const slices = [trip, { origin: 'NRT', destination: 'SYD', date: '2027-01-20' }]
  expect(
    shown(
      FlightParams.parse(trip),
      FlightParams.parse({ ...trip, return_date: '2027-01-25' }),
      FlightParams.parse({ slices }),
      HotelParams.parse({ place: 'AUA', ...stay }),
      HotelParams.parse({ lat: 12.5, lon: -70, time_zone: 'America/Aruba', ...stay }),
    ),
  ).toEqual([
    ['flights', 'SEA', 'NRT', '2027-01-15', null],
    ['flights', 'SEA', 'NRT', '2027-01-15', '2027-01-25'],
    ['flights', 'SEA', 'SYD', '2027-01-15', '2027-01-20'],
    ['hotels', 'AUA', null, '2027-01-15', '2027-01-22'],
    ['hotels', '12.50, -70.00', null, '2027-01-15', '2027-01-22'],
  ])
})

it.each(['x', '', '2027-02-30', '2027-1-5', '2027-01-15T00:00:00Z'])('ignores a search with the date "%s"', (day) => {
  const flight = FlightParams.parse(trip)
  const hotels = HotelParams.parse({ place: 'AUA', ...stay })
  const found = shown(
    { ...flight, slices: [{ ...trip, date: day }] },
    { ...flight, slices: [trip, { ...trip, date: day }] },
    { ...hotels, check_in: day },
    { ...hotels, check_out: day },
  )
  expect(found).toEqual([])
})

it('lists each search once, at most 20, and only searches', () => {
  const flight = FlightParams.parse(trip)
  expect(shown(flight, flight, {}, { slices: [] }, null)).toHaveLength(1)
  const days = Array.from({ length: 30 }, (_, at) => `2027-01-${String(at + 1).padStart(2, '0')}`)
  const many = days.map((date) => ({ ...flight, slices: [{ ...trip, date }] }))
  expect(shown(...many)).toHaveLength(20)
})
