import { expect, test } from 'vitest'
import { FlightSearch } from '#runner/contract/capabilities/flight-search.ts'
import { HotelSearch } from '#runner/contract/capabilities/hotel-search.ts'
import { noteOfFlights, noteOfStay, SearchNote } from './search-note.ts'

const trip = { origin: 'SEA', destination: 'NRT', date: '2027-01-15' }
const stay = { check_in: '2027-01-15', check_out: '2027-01-22' }

test('the note of a multi-city trip contains its places in order and its last day', () => {
  const onward = ['NRT-SIN-2027-01-18', 'KUL-SEA-2027-01-25']
  const note = noteOfFlights(FlightSearch.parse({ ...trip, onward }))
  expect(note).toMatchObject({ from: 'SEA', via: ['NRT', 'SIN', 'KUL'], to: 'SEA', end: '2027-01-25' })
  expect(SearchNote.parse(JSON.parse(JSON.stringify(note)))).toEqual(note)
})

test.each([
  [noteOfFlights(FlightSearch.parse(trip)), ['flights', 'SEA', 'NRT', '2027-01-15', null]],
  [
    noteOfFlights(FlightSearch.parse({ ...trip, return_date: '2027-01-25' })),
    ['flights', 'SEA', 'NRT', '2027-01-15', '2027-01-25'],
  ],
  [noteOfStay(HotelSearch.parse({ place: 'AUA', ...stay })), ['hotels', 'AUA', null, '2027-01-15', '2027-01-22']],
  [
    noteOfStay(HotelSearch.parse({ lat: 12.5, lon: -70, ...stay })),
    ['hotels', '12.50, -70.00', null, '2027-01-15', '2027-01-22'],
  ],
])('the note %j contains what the account page shows', (note, shown) => {
  expect([note.kind, note.from, note.to, note.start, note.end]).toEqual(shown)
  expect(SearchNote.parse(JSON.parse(JSON.stringify(note)))).toEqual(note)
})
