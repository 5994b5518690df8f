import { describe, expect, test } from 'vitest'
import { english } from '#lib/platform/server/i18n/english.ts'
import { connectionsOf, connectionWarnings, viaText } from './connections.ts'
import { flightWords } from './flight-words.ts'
import { ams, aua, ewr, makeLeg, selfTransferInNewark, viaNewark } from './testing-flights.ts'

const words = flightWords(english('flights'), english('units'), 'en-GB')

const plain = (texts: string[]) => texts.map((text) => text.replaceAll('\u00a0', ' '))
const leg = (arrives: number, leaves: number) =>
  makeLeg(
    '2027-02-13',
    [ams, ewr, aua],
    [
      [545, arrives],
      [leaves, leaves + 260],
    ],
  )

describe('connections', () => {
  test('state the airport and duration of a wait', () => {
    expect(connectionsOf(viaNewark)).toEqual([
      {
        airport: 'EWR',
        next: 'EWR',
        minutes: 115,
        changesAirport: false,
        isTight: false,
        isOvernight: false,
        isSelfTransfer: false,
      },
    ])
    expect(viaText(viaNewark, words.t)).toBe('EWR')
    expect(connectionWarnings([viaNewark], words)).toEqual([])
  })

  test('are tight below an hour', () => {
    expect(plain(connectionWarnings([leg(1060, 1119)], words))).toEqual(['Tight: 59 min in EWR'])
    expect(connectionWarnings([leg(1060, 1120)], words)).toEqual([])
  })

  test('are overnight if they last through the night', () => {
    // Lands at 22:00 in Newark, leaves at 07:00.
    expect(connectionWarnings([leg(22 * 60 + 360, 31 * 60 + 360)], words)).toEqual(['Overnight wait in EWR'])
  })

  test('on separate tickets are self-transfers', () => {
    expect(connectionWarnings([selfTransferInNewark], words)).toEqual(['Self-transfer in EWR'])
  })

  test('between two airports name both', () => {
    const [first, second] = viaNewark.segments
    if (!first || !second) throw new Error('The leg does not have two flights')
    const changed = {
      ...viaNewark,
      segments: [first, { ...second, departure: { ...second.departure, airport: 'JFK' } }],
    }
    expect(connectionWarnings([changed], words)).toEqual(['Change airports: EWR to JFK'])
    expect(viaText(changed, words.t)).toBe('EWR–JFK')
  })

  test('and stops within a flight are named in their order', () => {
    const [first, second] = viaNewark.segments
    if (!first || !second) throw new Error('The leg does not have two flights')
    const stopping = { ...first, technical_stops: 1, technical_stops_at: [{ airport: 'BON' }] }
    expect(viaText({ ...viaNewark, segments: [stopping] }, words.t)).toBe('BON')
    expect(viaText({ ...viaNewark, segments: [stopping, second] }, words.t)).toBe('BON, EWR')
  })
})
