import { describe, expect, it } from 'vitest'
import { makeLegRuler } from './leg-ruler.ts'
import { ams, aua, makeLeg, viaNewark } from './testing-flights.ts'

describe('leg ruler', () => {
  it('shows the same instant in both zones at one position', () => {
    const ruler = makeLegRuler(viaNewark)
    const noon = ruler.origin.find(({ label }) => label === '12')
    // Aruba is five hours behind Amsterdam.
    const there = ruler.destination.filter(({ label }) => label === '06' || label === '08')
    expect(ruler.origin.map(({ label }) => label)).toEqual(['10', '12', '14', '16', '18', '20', '22', '00'])
    expect(noon?.at).toBeGreaterThan(there[0]?.at ?? 100)
    expect(noon?.at).toBeLessThan(there[1]?.at ?? 0)
  })

  it('reaches from before the departure to after the arrival', () => {
    const ruler = makeLegRuler(viaNewark)
    expect(ruler.startMinutes).toBeLessThan(545)
    expect(ruler.endMinutes).toBeGreaterThan(1435)
  })

  it('keeps its numbers apart, however long the leg', () => {
    for (const hours of [1, 5, 12, 25, 40, 70]) {
      const leg = makeLeg('2027-02-13', [ams, aua], [[600, 600 + hours * 60]])
      expect(makeLegRuler(leg).origin.length).toBeLessThanOrEqual(12)
      expect(makeLegRuler(leg).origin.length).toBeGreaterThan(0)
    }
  })

  it('works with zones that differ by less than an hour', () => {
    const kathmandu = { airport: 'KTM', offset: 345 }
    const leg = makeLeg('2027-02-13', [ams, kathmandu], [[600, 1140]])
    for (const { at, label } of makeLegRuler(leg).destination) {
      expect(label).toMatch(/^\d\d$/)
      expect(at).toBeGreaterThanOrEqual(0)
      expect(at).toBeLessThanOrEqual(100)
    }
  })
})
