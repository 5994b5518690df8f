import { iso1A2Codes } from '@rapideditor/country-coder'
import { find } from 'geo-tz'
import { describe, expect, test } from 'vitest'
import { offsetMinutesAtInstant } from '../../model/zoned-time.ts'
import type { Airport } from './airport-table.ts'
import { createPlaces } from './places.ts'

const places = createPlaces()
const airports = places.airportCodes.flatMap((code) => places.airport(code) ?? [])

/** One day in each quarter, so that zones with other rules of daylight saving time differ on one of them. */
const days = ['2027-01-15', '2027-04-15', '2027-07-15', '2027-10-15'].map((day) => Date.parse(`${day}T12:00:00Z`))
const offsetsOf = (zone: string) => days.map((day) => offsetMinutesAtInstant(zone, day)).join(' ')

/** Airports that keep the time of another zone than the one whose borders hold their position. */
const ownTime: Readonly<Record<string, string>> = {
  OOL: 'The border of two states crosses the runway. The whole airport keeps the time of Queensland.',
  TBT: 'By law, the time of western Amazonas begins at Tabatinga; the borders leave the town out.',
  YNA: 'By law, all of Minganie keeps Eastern time; the borders follow the meridian of 63 degrees west.',
}

/**
 * The zones of the independent source, with the one that the Northwest Territories left in 2026: newer rules than those
 * of Node give the whole territory the time of Alberta.
 */
const zonesAt = ({ lat, lon }: Airport) =>
  find(lat, lon).map((zone) => (zone === 'America/Inuvik' ? 'America/Edmonton' : zone))

/** Airports for which the independent source names another country, or none. */
const inDispute: Readonly<Record<string, string>> = {
  BBA: 'The runway is in Chile, a few hundred metres from the border of Argentina.',
  ECN: 'Northern Cyprus has no country code of its own.',
  GEC: 'Northern Cyprus has no country code of its own.',
  SIP: 'Crimea: the source names the country that controls it.',
}

describe('the position of every airport', () => {
  test('has the airport’s UTC offsets in each quarter, except where an airport keeps a time of its own', () => {
    const wrong = airports
      .filter((airport) => !zonesAt(airport).some((zone) => offsetsOf(zone) === offsetsOf(airport.zone)))
      .map(({ code }) => code)
    expect(wrong).toEqual(Object.keys(ownTime))
  })

  test('is in the airport’s country, except where the country is in dispute', () => {
    const wrong = airports
      .filter(({ lat, lon, countryCode }) => !iso1A2Codes([lon, lat]).includes(countryCode))
      .map(({ code }) => code)
    expect(wrong).toEqual(Object.keys(inDispute))
  })
})

test.each([
  ['PSC', 'America/Los_Angeles'],
  ['MLG', 'Asia/Jakarta'],
  ['CSW', 'America/Mazatlan'],
  ['OOL', 'Australia/Brisbane'],
  ['TBT', 'America/Eirunepe'],
  ['YNA', 'America/Toronto'],
  ['YZF', 'America/Edmonton'],
  ['YEV', 'America/Edmonton'],
] as const)('%s keeps the time of %s', (code, zone) => {
  expect(offsetsOf(places.airport(code)?.zone ?? 'UTC')).toBe(offsetsOf(zone))
})

test.each([
  ['KTI', 'Techo International Airport', 'Phnom Penh', 'KH'],
  ['NMI', 'Navi Mumbai International Airport', 'Navi Mumbai', 'IN'],
])('an airport whose runway length the data leaves empty is listed: %s', (code, name, city, countryCode) => {
  expect(places.airport(code)).toMatchObject({ name, city, countryCode })
})

test.each([
  ['AVR', 'Amravati Airport', 'Amravati'],
  ['DJT', 'President Donald J. Trump International Airport', 'West Palm Beach'],
])('%s, a code that changed hands, has the name and the city of today', (code, name, city) => {
  expect(places.airport(code)).toMatchObject({ name, city })
})
