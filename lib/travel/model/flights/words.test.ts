import { describe, expect, it } from 'vitest'
import { english } from '#lib/platform/server/i18n/english.ts'
import { readableName } from '../readable-name.ts'
import { flightWords } from './flight-words.ts'
import { viaNewark } from './testing-flights.ts'
import { bagsText, describeLeg, flightName, medianCo2, stopsText } from './words.ts'

const words = flightWords(english('flights'), english('units'), 'en-GB')

describe('words of a flight', () => {
  it.each([
    [undefined, null],
    [{}, null],
    [{ checked: {} }, null],
    [{ cabin: 0, checked: {} }, 'No cabin bag'],
    [{ cabin: 1, checked: { pieces: 1, weight_kg: 23 } }, 'Cabin bag, 1 × 23 kg'],
    [{ cabin: 1, checked: { pieces: 0 } }, 'Cabin bag only'],
    [{ checked: { pieces: 0 } }, 'No checked bag'],
    [{ cabin: 0, checked: { pieces: 0 } }, 'No checked bag'],
    [{ cabin: 1 }, 'Cabin bag'],
    [{ checked: { weight_kg: 20 } }, '20 kg checked'],
    [{ cabin: 1, checked: { pieces: 2 } }, 'Cabin bag, 2 checked bags'],
  ])('describes the bags %j as %s', (bags, text) => {
    expect(bagsText(bags, words.t)).toBe(text)
  })

  it('names the carrier once, whether or not the flight number repeats it', () => {
    expect(flightName({ carrier: { code: 'UA', name: '' }, flight_number: '71' })).toBe('UA 71')
    expect(flightName({ carrier: { code: 'UA', name: '' }, flight_number: 'UA71' })).toBe('UA 71')
  })

  it('describes a leg by its flights and waits', () => {
    const text = describeLeg(viaNewark, words).replaceAll('\u00a0', ' ')
    expect(text).toBe('UA 70 8 h 35, UA 71 4 h 20; wait 1 h 55 in EWR')
    expect([0, 1, 2].map((stops) => stopsText(stops, words.t))).toEqual(['Nonstop', '1 stop', '2 stops'])
  })

  it('gives a median CO₂ only for at least five figures', () => {
    const given = [5, 1, 2, 4, 3]
    expect(medianCo2(given)).toBe(3)
    expect(medianCo2([...given, 10])).toBe(3.5)
    expect(medianCo2(given.slice(1))).toBeNull()
    expect(medianCo2([...given.slice(1), undefined])).toBeNull()
  })

  it.each([
    ['JAPAN AIRLINES', 'Japan Airlines'],
    ['KLM ROYAL DUTCH AIRLINES', 'KLM Royal Dutch Airlines'],
    ['AIR FRANCE', 'Air France'],
    ['ALL NIPPON AIRWAYS', 'All Nippon Airways'],
    ['AER LINGUS', 'Aer Lingus'],
    ['BOEING 737 MAX 8', 'Boeing 737 MAX 8'],
    ['AIRBUS A320NEO', 'Airbus A320neo'],
    ['easyJet', 'easyJet'],
    ['ÖSTERREICH LUFT', 'Österreich Luft'],
    ['', ''],
  ])('writes %s as %s', (name, text) => {
    expect(readableName(name)).toBe(text)
  })
})
