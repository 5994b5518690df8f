import { describe, expect, it } from 'vitest'
import { ams, aua, makeLeg, viaNewark } from './testing-flights.ts'
import { makeLegRuler } from './zone-ticks.ts'

describe('leg ruler', () => {
  it('shows the same instant of both zones at the same position', () => {
    const ruler = makeLegRuler(viaNewark)
    const noon = ruler.origin.find(({ hour }) => hour === 12)
    // Aruba is five hours behind Amsterdam.
    const there = ruler.destination.filter(({ hour }) => hour === 6 || hour === 8)
    expect(ruler.origin.map(({ hour }) => hour)).toEqual([10, 12, 14, 16, 18, 20, 22, 0])
    expect(there).toHaveLength(2)
    expect(noon?.at).toBeCloseTo(there.reduce((sum, { at }) => sum + at, 0) / 2, 9)
  })

  it('starts before the departure and ends after the arrival', () => {
    const ruler = makeLegRuler(viaNewark)
    expect(ruler.startMinutes).toBeLessThan(545)
    expect(ruler.endMinutes).toBeGreaterThan(1435)
  })

  it('has one to twelve numbers in each zone, however long the leg is', () => {
    for (const hours of [1, 5, 12, 25, 40, 70]) {
      const leg = makeLeg('2027-02-13', [ams, aua], [[600, 600 + hours * 60]])
      const { origin, destination } = makeLegRuler(leg)
      for (const { length } of [origin, destination]) {
        expect(length).toBeLessThanOrEqual(12)
        expect(length).toBeGreaterThan(0)
      }
    }
  })

  it('has full hours in a zone whose offset is not a whole hour', () => {
    const kathmandu = { airport: 'KTM', offset: 345 }
    const leg = makeLeg('2027-02-13', [ams, kathmandu], [[600, 1140]])
    const { destination } = makeLegRuler(leg)
    expect(destination.length).toBeGreaterThan(0)
    for (const { at, hour } of destination) {
      expect(Number.isInteger(hour)).toBe(true)
      expect(at).toBeGreaterThanOrEqual(0)
      expect(at).toBeLessThanOrEqual(100)
    }
  })
})
