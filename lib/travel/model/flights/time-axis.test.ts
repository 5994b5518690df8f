import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { ams, aua, ewr, makeLeg, viaNewark } from './testing-flights.ts'
import { legParts, makeTimeAxis } from './time-axis.ts'

describe('time axis', () => {
  it('reaches from the earliest departure to the latest arrival, in full hours and four or five parts', () => {
    const early = makeLeg('2027-02-13', [ams, aua], [[65, 700]])
    const axis = makeTimeAxis([viaNewark, early])
    expect([axis.startMinutes, axis.endMinutes]).toEqual([60, 60 + 5 * 5 * 60])
    expect(axis.ticks.filter(({ midnight }) => midnight === null).map(({ hour }) => hour)).toEqual([
      1, 6, 11, 16, 21, 2,
    ])
    expect(makeTimeAxis([]).ticks.map(({ at }) => at)).toEqual([0, 20, 40, 60, 80, 100])
  })

  it('marks the midnights of the origin and of the destination, each once, and names lines that have room', () => {
    // 18:00 to 05:00 in Amsterdam. Midnight in Aruba is five hours after that in Amsterdam.
    const night = makeLeg('2027-02-13', [ams, aua], [[1080, 1740]])
    expect(makeTimeAxis([night]).ticks).toEqual([
      { at: 0, hour: 18, day: 0, midnight: null, isNamed: true },
      { at: 25, hour: 21, day: 0, midnight: null, isNamed: true },
      { at: 50, hour: 0, day: 1, midnight: 'origin', isNamed: true },
      { at: 75, hour: 3, day: 1, midnight: null, isNamed: true },
      { at: (11 / 12) * 100, hour: 0, day: 1, midnight: 'destination', isNamed: true },
      { at: 100, hour: 6, day: 1, midnight: null, isNamed: false },
    ])
  })

  it('marks no midnight of the destination where the legs do not share one', () => {
    const back = makeLeg('2027-02-13', [aua, ams], [[1080, 1740]])
    const there = makeLeg('2027-02-13', [ams, aua], [[1080, 1740]])
    expect(makeTimeAxis([there, back]).ticks.filter(({ midnight }) => midnight === 'destination')).toEqual([])
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
      [0.56, 57.22],
      [57.78, 12.78],
      [70.56, 28.89],
    ])
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
