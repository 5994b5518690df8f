import { stripTypeScriptTypes } from 'node:module'
import { afterEach, describe, expect, it } from 'vitest'
import { instrument } from './instrument.ts'
import * as switches from './switches.ts'

const { state } = switches
afterEach(() => {
  state.on = undefined
  state.hits.clear()
  state.reached.clear()
})

const mutantsOf = (source: string) =>
  instrument('lib/example.ts', source, 5).mutants.map(({ line, from, to }) => `${line} ${from} → ${to}`)

/** The function that a changed source of one expression makes, and its mutants. */
function changed(expression: string) {
  const { code, mutants } = instrument('lib/example.ts', `const f = (a, b, c) => ${expression}`)
  const own = stripTypeScriptTypes(code).replace(/^import .*$/m, '')
  const made: unknown = new Function(...Object.keys(switches), `${own}\nreturn f`)(...Object.values(switches))
  if (typeof made !== 'function') throw new Error('The code makes no function.')
  const callWith = (...given: unknown[]): unknown => made(...given)
  const withMutant = (to: string, ...given: unknown[]): unknown => {
    state.on = mutants.find((one) => one.to === to)?.id
    return callWith(...given)
  }
  const hitsOf = (...given: unknown[]) => {
    state.hits.clear()
    callWith(...given)
    return mutants.filter(({ id }) => state.hits.has(id)).map(({ to }) => to)
  }
  return { callWith, withMutant, hitsOf }
}

describe('the mutants of a module', () => {
  it.each([
    ['if (a) b()', ['1 a → true', '1 a → false']],
    ['\nconst x = a < b ? 1 : 2', ['2 a < b → true', '2 a < b → false', '2 a < b → <=']],
    ['while (a >= 1) b()', ['1 a >= 1 → false', '1 a >= 1 → >']],
    ['for (let i = 0; i < 3; i += 1) b()', ['1 i < 3 → false', '1 i < 3 → <=']],
    ['const x = a === b', ['1 a === b → true', '1 a === b → false']],
    ['const x = !a', ['1 !a → true', '1 !a → false']],
    ['const x = a && b', ['1 a && b → left only', '1 a && b → right only', '1 a && b → false']],
    ['const x = a || b', ['1 a || b → left only', '1 a || b → right only', '1 a || b → true']],
    ['const x = a ?? b', ['1 a ?? b → left only', '1 a ?? b → right only']],
    ['list.some((one) => one.isRed)', ['1 one.isRed → true', '1 one.isRed → false']],
    // A part of a condition has only the mutants that the whole does not have.
    [
      'if (!(a > 1) && b === 2) c()',
      [
        '1 !(a > 1) && b === 2 → true',
        '1 !(a > 1) && b === 2 → false',
        '1 !(a > 1) && b === 2 → left only',
        '1 !(a > 1) && b === 2 → right only',
        '1 a > 1 → >=',
      ],
    ],
    ['const x = a + b; list.map((one) => one.isRed); while (true) b()', []],
    ['type A<T> = T extends string ? 1 : 2', []],
  ])('%s', (source, expected) => {
    expect(mutantsOf(source)).toEqual(expected)
  })

  it('keep their lines and get ids in a row', () => {
    const { code, mutants } = instrument('lib/example.ts', 'const x =\n  a === b\n\nconst y = !x\n', 7)
    expect(mutants.map(({ id, line }) => [id, line])).toEqual([
      [7, 2],
      [8, 2],
      [9, 4],
      [10, 4],
    ])
    expect(code.split('\n')[3]).toContain('const y')
  })
})

describe('the changed code', () => {
  it('does the same as before without a mutant', () => {
    const { callWith } = changed('(a < 1 || !(b && c)) ? [a ?? b].filter((one) => one) : a > c')
    const original = (a: number, b: boolean | null, c: number) =>
      a < 1 || !(b && c) ? [a ?? b].filter(Boolean) : a > c
    for (const a of [0, 1, 2])
      for (const b of [true, false, null]) for (const c of [0, 1]) expect(callWith(a, b, c)).toEqual(original(a, b, c))
  })

  it('does what the mutant says with one', () => {
    const { withMutant } = changed('a < 1 && b')
    expect(withMutant('left only', 0, false)).toBe(true)
    expect(withMutant('right only', 5, true)).toBe(true)
    expect(withMutant('false', 0, true)).toBe(false)
    expect(withMutant('<=', 1, true)).toBe(true)
  })

  it('notes the mutants that may make a condition different', () => {
    const { hitsOf } = changed('a < 1 && b')
    expect(hitsOf(0, true)).toEqual(['left only', 'false'])
    expect(hitsOf(1, true)).toEqual(['right only', '<='])
    expect(changed('a || b').hitsOf(true, false)).toEqual(['right only'])
  })
})
