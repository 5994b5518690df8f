import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type PlannedKind, planPreStarted } from './plan.ts'

const kind = (key: string, rest: Partial<PlannedKind> = {}): PlannedKind => ({
  key,
  memoryMb: 100,
  ready: 0,
  wanted: 1,
  lastUsedMs: 0,
  ...rest,
})
const planned = (kinds: readonly PlannedKind[], budgetMb: number) => Object.fromEntries(planPreStarted(kinds, budgetMb))

describe('the planned containers', () => {
  test('stay within the budget, and within the number wanted of each kind', () => {
    const kinds = fc.array(
      fc.record({
        memoryMb: fc.integer({ min: 16, max: 600 }),
        ready: fc.integer({ min: 0, max: 4 }),
        wanted: fc.integer({ min: 0, max: 4 }),
        lastUsedMs: fc.integer({ min: 0, max: 1000 }),
      }),
      { maxLength: 80 },
    )
    fc.assert(
      fc.property(kinds, fc.integer({ min: 0, max: 2000 }), (made, budgetMb) => {
        const all = made.map((one, index) => ({ ...one, key: `${index}` }))
        const plan = planPreStarted(all, budgetMb)
        const count = ({ key }: PlannedKind) => plan.get(key) ?? 0
        expect(all.reduce((sum, one) => sum + count(one) * one.memoryMb, 0)).toBeLessThanOrEqual(budgetMb)
        expect(all.reduce((sum, one) => sum + count(one), 0)).toBeLessThanOrEqual(32)
        for (const one of all) expect(count(one)).toBeLessThanOrEqual(one.wanted)
      }),
    )
  })

  test('include one of each kind before a second of any kind', () => {
    expect(planned([kind('a', { wanted: 4, lastUsedMs: 9 }), kind('b'), kind('c')], 400)).toEqual({ a: 2, b: 1, c: 1 })
  })

  test('prefer the most recently used kinds when the budget is too small', () => {
    expect(planned([kind('old', { lastUsedMs: 1 }), kind('new', { lastUsedMs: 2 })], 100)).toEqual({ new: 1 })
  })

  test('keep existing containers that are still wanted when another kind is used', () => {
    const ready = kind('ready', { ready: 1, lastUsedMs: 1 })
    expect(planned([ready, kind('new', { lastUsedMs: 2 })], 100)).toEqual({ ready: 1 })
    expect(planned([{ ...ready, wanted: 0 }, kind('new', { lastUsedMs: 2 })], 100)).toEqual({ new: 1 })
  })
})
