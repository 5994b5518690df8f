import { describe, expect, test } from 'vitest'
import { english } from '#lib/platform/server/i18n/english.ts'
import { spokenDuration, spokenTrip } from './spoken-trip.ts'
import { selfTransferInNewark, viaNewark } from './testing-flights.ts'

const t = english('flights')

const names = { AMS: 'Amsterdam', AUA: 'Aruba', EWR: 'Newark' }
const trip = {
  carriers: 'United',
  legs: [viaNewark],
  price: '$1,000 for 2 travelers',
  co2Kg: 780.4,
  names,
  locale: 'en-GB',
  t,
}

describe('the text of a row for screen readers', () => {
  test('has a sentence for each direction, with times, airports and stops', () => {
    expect(spokenTrip(trip)).toBe(
      'United. Out Sat 13 Feb, leaves Amsterdam (AMS) at 09:05, arrives Aruba (AUA) at 18:55, 14 hours 50 minutes, ' +
        '1 stop: 1 hour 55 minutes in Newark (EWR). 780 kilograms of CO2 per traveler. $1,000 for 2 travelers.',
    )
  })

  test('uses codes for unknown names, and omits CO₂ if the provider does not give it', () => {
    const text = spokenTrip({ ...trip, names: {}, co2Kg: undefined })
    expect(text).toContain('leaves AMS at 09:05, arrives AUA at 18:55')
    expect(text).not.toContain('CO2')
  })

  test('names both directions of a round trip', () => {
    expect(spokenTrip({ ...trip, legs: [viaNewark, viaNewark] })).toMatch(/Out Sat 13 Feb, .*\. Back Sat 13 Feb, /)
  })

  test('says that a connection is a self-transfer', () => {
    expect(spokenTrip({ ...trip, legs: [selfTransferInNewark] })).toMatch(
      /1 hour 55 minutes in Newark \(EWR\), self-transfer\./,
    )
  })

  test.each([
    [0, '0 minutes'],
    [1, '1 minute'],
    [60, '1 hour'],
    [125, '2 hours 5 minutes'],
  ])('%i minutes are %s', (minutes, text) => {
    expect(spokenDuration(minutes, t)).toBe(text)
  })
})
