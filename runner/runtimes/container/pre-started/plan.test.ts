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

describe('the containers that are kept ready', () => {
  test('never use more than the budget, nor are there more of a kind than are wanted', () => {
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

  test('are one for each kind before any has two', () => {
    expect(planned([kind('a', { wanted: 4, lastUsedMs: 9 }), kind('b'), kind('c')], 400)).toEqual({ a: 2, b: 1, c: 1 })
  })

  test('are of the kinds that were used last, where there is not room for all', () => {
    expect(planned([kind('old', { lastUsedMs: 1 }), kind('new', { lastUsedMs: 2 })], 100)).toEqual({ new: 1 })
  })

  test('stay, when another kind is used, as long as they are wanted', () => {
    const ready = kind('ready', { ready: 1, lastUsedMs: 1 })
    expect(planned([ready, kind('new', { lastUsedMs: 2 })], 100)).toEqual({ ready: 1 })
    expect(planned([{ ...ready, wanted: 0 }, kind('new', { lastUsedMs: 2 })], 100)).toEqual({ new: 1 })
  })
})
