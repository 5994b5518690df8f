import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { ams, aua, ewr, makeLeg, viaNewark } from './testing-flights.ts'
import { legParts, makeTimeAxis } from './time-axis.ts'

describe('time axis', () => {
  it('has 30 hours from 06:00, with midnight marked', () => {
    const axis = makeTimeAxis([viaNewark])
    expect([axis.startMinutes, axis.endMinutes]).toEqual([360, 2160])
    expect(axis.ticks.map(({ hour, day }) => [hour, day])).toEqual([
      [6, 0],
      [12, 0],
      [18, 0],
      [0, 1],
      [6, 1],
      [12, 1],
    ])
    expect(axis.ticks.filter(({ midnight }) => midnight).map(({ at }) => at)).toEqual([60])
  })

  it('draws flights and waits to scale, across time zones', () => {
    const parts = legParts(makeTimeAxis([viaNewark]), viaNewark)
    expect(parts.map(({ kind, label, minutes }) => [kind, label, minutes])).toEqual([
      ['flight', '70', 515],
      ['wait', 'EWR', 115],
      ['flight', '71', 260],
    ])
    const rounded = parts.map(({ left, width }) => [Number(left.toFixed(2)), Number(width.toFixed(2))])
    expect(rounded).toEqual([
      [10.28, 28.61],
      [38.89, 6.39],
      [45.28, 14.44],
    ])
  })

  it('starts at midnight for the whole list when one flight leaves before 06:00', () => {
    const early = makeLeg('2027-02-13', [ams, aua], [[65, 700]])
    expect(makeTimeAxis([viaNewark, early]).startMinutes).toBe(0)
  })

  it('extends in steps of six hours for a longer trip', () => {
    const long = makeLeg(
      '2027-02-13',
      [ams, ewr, aua],
      [
        [545, 1060],
        [2500, 2765],
      ],
    )
    expect(makeTimeAxis([viaNewark, long]).endMinutes).toBe(2880)
  })

  it('keeps every part of every leg on the axis, in order and without gaps', () => {
    const minutes = fc.integer({ min: 1, max: 900 })
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: 1439 }),
        fc.array(minutes, { minLength: 1, maxLength: 7 }),
        (start, lengths) => {
          const odd = lengths.length % 2 === 1 ? lengths : lengths.slice(1)
          const edges = [start]
          for (const length of odd) edges.push((edges.at(-1) ?? 0) + length)
          const times = odd.flatMap((_, i): [number, number][] =>
            i % 2 === 0 ? [[edges[i] ?? 0, edges[i + 1] ?? 0]] : [],
          )
          if (times.length === 0) return
          const leg = makeLeg('2027-03-28', [ams, ...times.map((_, i) => (i % 2 === 0 ? ewr : aua))], times)
          const axis = makeTimeAxis([leg])
          const parts = legParts(axis, leg)
          expect(parts[0]?.left).toBeGreaterThanOrEqual(0)
          for (const [i, part] of parts.entries()) {
            expect(part.width).toBeGreaterThan(0)
            const end = part.left + part.width
            expect(end).toBeLessThanOrEqual(100 + 1e-9)
            const next = parts[i + 1]
            if (next) expect(next.left).toBeCloseTo(end, 9)
          }
        },
      ),
    )
  })
})
