import { expect, test } from 'vitest'
import { FlightSearch } from '#runner/contract/capabilities/flight-search.ts'
import { gridOfDays } from './date-grid.ts'
import { dayOfTrip, flightsAlone } from './flight-alone.ts'

const trip = FlightSearch.parse({
  origin: 'AMS',
  destination: 'NYC',
  date: '2027-03-11',
  onward: ['NYC-AUA-2027-03-13', 'AUA-AMS-2027-03-23'],
  adults: 2,
})
const [, second] = flightsAlone(trip)
if (!second) throw new Error('The trip has no second flight')
const days = gridOfDays(second, '2026-11-20').flat().map(dayOfTrip(trip, 1))

test('each flight of a trip is a one-way search with the same travelers', () => {
  expect(
    flightsAlone(trip).map(({ origin, destination, date, return_date, onward }) => [
      origin,
      destination,
      date,
      return_date,
      onward,
    ]),
  ).toEqual([
    ['AMS', 'NYC', '2027-03-11', null, undefined],
    ['NYC', 'AUA', '2027-03-13', null, undefined],
    ['AUA', 'AMS', '2027-03-23', null, undefined],
  ])
  expect(second.adults).toBe(2)
})

test('a day offered for one flight links to the whole trip with that date', () => {
  const later = days.find(({ key }) => key === '2027-03-15')
  const query = new URLSearchParams(later?.query)
  expect(Object.fromEntries(query)).toEqual({
    origin: 'AMS',
    destination: 'NYC',
    date: '2027-03-11',
    onward: 'NYC-AUA-2027-03-15,AUA-AMS-2027-03-23',
    adults: '2',
  })
  expect(days.filter(({ isSelected }) => isSelected).map(({ key }) => key)).toEqual(['2027-03-13'])
})

test('a flight cannot leave before the previous one or after the next one', () => {
  expect(days.filter(({ isOut }) => isOut).map(({ key }) => key)).toEqual(['2027-03-10'])
  const [, , last] = flightsAlone(trip)
  const month = last
    ? gridOfDays({ ...last, date: '2027-03-13' }, '2026-11-20')
        .flat()
        .map(dayOfTrip(trip, 2))
    : []
  expect(month.filter(({ isOut }) => isOut).map(({ key }) => key)).toEqual(['2027-03-10', '2027-03-11', '2027-03-12'])
  const first = gridOfDays(flightsAlone(trip)[0] ?? trip, '2026-11-20')
    .flat()
    .map(dayOfTrip(trip, 0))
  expect(first.filter(({ isOut }) => isOut).map(({ key }) => key)).toEqual(['2027-03-14'])
})

test('a flight can leave on the day before the previous one if the trip has this order, across the date line', () => {
  const overDateLine = FlightSearch.parse({
    origin: 'HND',
    destination: 'LAX',
    date: '2027-01-16',
    onward: ['LAX-LAS-2027-01-15'],
  })
  const offered = flightsAlone(overDateLine).map((alone, at) =>
    gridOfDays(alone, '2026-11-20')
      .flat()
      .map(dayOfTrip(overDateLine, at))
      .filter(({ isOut }) => !isOut)
      .map(({ key }) => key),
  )
  expect(offered).toEqual([
    ['2027-01-13', '2027-01-14', '2027-01-15', '2027-01-16'],
    ['2027-01-15', '2027-01-16', '2027-01-17', '2027-01-18'],
  ])
})
