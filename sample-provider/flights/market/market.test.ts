import { describe, expect, test } from 'vitest'
import { addDays } from '#lib/travel/model/offset-time.ts'
import type { Segment } from '../answer/write-segment.ts'
import { generate, instantsOf, minutesOf, now, places, search, segmentsOf } from '../testing/sample-search.ts'
import { createNetwork } from './network.ts'
import { createStations } from './stations.ts'
import { weeklyFlights } from './timetable.ts'

const stations = createStations(places)
const network = createNetwork(stations)
const links = [...new Set(stations.all.flatMap((station) => [...network.of(station).values()].flat()))]

const flownOn = (from: string, to: string, date: string) => segmentsOf(generate(search(from, to, { date }), now).data)
const nameOf = ({ carrierCode, number }: Segment) => carrierCode + number

describe('flight numbers', () => {
  test('each belong to a single flight, and have at most four digits', () => {
    const taken = links.flatMap(({ airline, firstNumber, daily }) =>
      Array.from({ length: 2 * daily }, (_, at) => ({
        name: airline.code + (firstNumber + at),
        number: firstNumber + at,
      })),
    )
    expect(taken.length).toBeGreaterThan(20_000)
    expect(new Set(taken.map(({ name }) => name)).size).toBe(taken.length)
    expect(taken.filter(({ number }) => number < 1 || number > 9999)).toEqual([])
  })

  test('identify the same flight in every search of a day, whoever sells it', () => {
    const seen = new Map<string, string>()
    for (const [from, to] of [
      ['LON', 'NYC'],
      ['LHR', 'JFK'],
      ['PAR', 'NYC'],
      ['FRA', 'BOS'],
      ['LON', 'BOS'],
    ] as const) {
      for (const segment of flownOn(from, to, '2027-01-13')) {
        const { id: _, co2Emissions: __, ...same } = segment
        const key = nameOf(segment) + segment.departure.at.slice(0, 10)
        expect(seen.get(key) ?? JSON.stringify(same)).toBe(JSON.stringify(same))
        seen.set(key, JSON.stringify(same))
      }
    }
    expect(seen.size).toBeGreaterThan(100)
  })

  test('belong to flights that leave at the same local time on each of their days', () => {
    const hours = new Map<string, string>()
    const weekdays = (monday: string) =>
      Array.from({ length: 7 }, (_, day) => {
        const segments = flownOn('LHR', 'JFK', addDays(monday, day)).filter(
          ({ departure }) => departure.iataCode === 'LHR',
        )
        for (const segment of segments) {
          const hour = segment.departure.at.slice(11)
          expect(hours.get(nameOf(segment)) ?? hour).toBe(hour)
          hours.set(nameOf(segment), hour)
        }
        return new Set(segments.map(nameOf))
      })
    weekdays('2027-02-01')
    weekdays('2027-06-07')
    expect(hours.size).toBeGreaterThan(20)
  })
})

describe('the timetable', () => {
  test('computes the same days, hours and aircraft for a route every time', () => {
    for (const link of links.filter((_, at) => at % 60 === 0)) {
      const route = { link, from: link.end, to: link.hub }
      const flights = weeklyFlights(route)
      expect(weeklyFlights(route)).toEqual(flights)
      expect(flights.filter(({ days, departs }) => !days.some(Boolean) || departs >= 1440)).toEqual([])
    }
  })

  test('uses aircraft with enough range', () => {
    for (const link of links.filter((_, at) => at % 40 === 0)) {
      for (const { aircraft } of weeklyFlights({ link, from: link.hub, to: link.end })) {
        expect(aircraft.maxKm).toBeGreaterThanOrEqual(link.km)
        if (aircraft.body === 'wide') expect(link.airline.reach).toBe('long')
      }
    }
  })

  test('keeps a flight’s duration when clocks change', () => {
    // Clocks go forward in Europe on 28 March 2027 and back on 31 October; in New York on 14 March and 7 November.
    // The flights of the evening before are in the air then.
    for (const date of ['2027-03-13', '2027-03-27', '2027-10-30', '2027-11-06']) {
      const flown = flownOn('JFK', 'LHR', date)
      expect(flown.length).toBeGreaterThan(0)
      for (const segment of flown) {
        const minutes = instantsOf(segment.arrival).flatMap((end) =>
          instantsOf(segment.departure).map((start) => end - start),
        )
        expect(minutes).toContain(minutesOf(segment.duration))
      }
    }
  })
})

describe('the network', () => {
  test('has no flight to an airport of private aviation, such as Teterboro', () => {
    const ends = new Set(links.flatMap(({ hub, end }) => [hub.code, end.code]))
    expect(ends.size).toBeGreaterThan(1000)
    expect(['TEB', 'LBG', 'FAB', 'NHT', 'VNY'].filter((code) => ends.has(code))).toEqual([])
    expect(generate(search('TEB', 'LIS'), now).data).toEqual([])
  })

  test('serves every airport, and flies only between an airline’s hub and another airport', () => {
    expect(stations.all.filter((station) => network.of(station).size === 0)).toEqual([])
    expect(links.filter(({ airline, hub }) => !airline.hubs.includes(hub.code))).toEqual([])
  })
})
