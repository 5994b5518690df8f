import { describe, expect, test } from 'vitest'
import type { Runtime, RuntimeOutcome } from '../runtime.ts'
import { executionOf, type RecordedCall, skillOf, type TestExecution } from './harness.ts'
import type { Traits } from './traits.ts'

/**
 * Ways to leave something behind, and how the next execution of the same skill would see it. The skill reports what it
 * finds, then leaves all of it.
 */
const leaves: Readonly<Record<string, { readonly top?: string; readonly finds: string; readonly leave: string }>> = {
  'a global': { finds: 'globalThis.left ?? null', leave: 'globalThis.left = 1' },
  'a variable of the module': { top: 'let left = null', finds: 'left', leave: 'left = 1' },
  'a property of a prototype': { finds: '({}).left ?? null', leave: 'Object.prototype.left = 1' },
  'a property of a registered symbol': {
    finds: `Object.prototype[Symbol.for('left')] ?? null`,
    leave: `Object.prototype[Symbol.for('left')] = 1`,
  },
  'a frozen prototype': {
    finds: 'Object.isFrozen(Array.prototype) || null',
    leave: 'Object.freeze(Array.prototype)',
  },
  'the place where a regular expression goes on': {
    top: 'const expression = /a/g',
    finds: 'expression.lastIndex || null',
    leave: `expression.exec('aaa')`,
  },
  'the statics of regular expressions': {
    finds: `(RegExp.$1 || RegExp.lastMatch || RegExp['$&'] || RegExp.input) || null`,
    leave: `/(left)/.exec('left')`,
  },
  'the depth of error stacks': { finds: 'Error.stackTraceLimit === 1 || null', leave: 'Error.stackTraceLimit = 1' },
  'a formatter of error stacks': {
    finds: `Error.prepareStackTrace ? 1 : null`,
    leave: `Error.prepareStackTrace = () => 'left'`,
  },
  'an entry of a map in the module': {
    top: 'const map = new Map()',
    finds: 'map.get(1) ?? null',
    leave: 'map.set(1, 1)',
  },
  'a cached template': {
    top: 'const tag = (parts) => parts; const template = () => tag`x`; const seen = new WeakSet()',
    finds: 'seen.has(template()) || null',
    leave: 'seen.add(template())',
  },
  'a random number that was drawn': {
    top: 'let first',
    finds: '((first = Math.random()), null)',
    leave: 'for (let i = 0; i < 9; i++) Math.random()',
  },
}

/** Nothing of one execution is there in the next, and an end is an end. */
export function leftovers(runtime: () => Runtime, { cannotLeave }: Traits): void {
  const run = (skill: Parameters<typeof executionOf>[0], test?: TestExecution): Promise<RuntimeOutcome> =>
    runtime().run(executionOf(skill, test))

  describe('what an execution leaves', () => {
    test.each(Object.entries(leaves))('%s is not found by the next', async (_, { top, finds, leave }) => {
      const skill = skillOf(`() => { const found = ${finds}; ${leave}; return found }`, top)
      for (const time of [1, 2, 3]) {
        expect(await run(skill), `time ${time}`).toMatchObject({ kind: 'returned', value: null })
      }
    })

    test('what it left is found within one execution, so that the cases above see what they look for', async () => {
      for (const [name, { top, finds, leave }] of Object.entries(leaves)) {
        if (name.startsWith('the statics') || name.startsWith('a random') || cannotLeave.includes(name)) continue
        const skill = skillOf(`() => { ${leave}; return ${finds} }`, top)
        expect(await run(skill), name).toMatchObject({ kind: 'returned', value: expect.anything() })
      }
    })

    test('jobs that are pending when it ends never run', async () => {
      const calls: RecordedCall[] = []
      const skill = skillOf(`() => {
        const next = () => Promise.resolve().then(() => { globalThis.left = 1; console.log('late'); next() })
        queueMicrotask(() => queueMicrotask(() => queueMicrotask(() => queueMicrotask(next))))
        return { then: (resolve) => { resolve(globalThis.left ?? 'first'); next() } }
      }`)
      const outcomes = [await run(skill, { calls }), await run(skill, { calls })]
      expect(outcomes[0]).toMatchObject({ kind: 'returned', value: 'first' })
      expect(outcomes[1]).toEqual(outcomes[0])
      const count = calls.length
      expect(await run(skillOf('() => typeof globalThis.left'), { calls })).toMatchObject({ value: 'undefined' })
      expect(calls).toHaveLength(count)
    })
  })

  describe('host calls that are open when the skill returns', () => {
    const skill = skillOf(
      `() => { for (const n of [1, 2, 3]) fetch('https://api.example.com/' + n).then(() => console.log('late')); return 'done' }`,
    )

    test('are made and answered before its answer counts, and what waits for them does not run', async () => {
      const calls: RecordedCall[] = []
      let answered = 0
      const outcome = await run(skill, {
        calls,
        answer: async () => {
          await new Promise(setImmediate)
          answered += 1
          return { kind: 'value', value: { status: 200, url: '', headers: [] } }
        },
      })
      expect(outcome).toMatchObject({ kind: 'returned', value: 'done' })
      expect(answered).toBe(3)
      expect(calls.map(({ op }) => op)).toEqual(['fetch', 'fetch', 'fetch'])
    })

    test('and never answered, do not keep it from being aborted', async () => {
      const controller = new AbortController()
      let asked = 0
      const outcome = await run(skill, {
        signal: controller.signal,
        answer: () => {
          asked += 1
          if (asked === 3) setImmediate(() => controller.abort({ code: 'TIMEOUT' }))
          return new Promise(() => {})
        },
      })
      expect(outcome).toMatchObject({ kind: 'failed', code: 'TIMEOUT' })
      expect(await run(skillOf('() => 1'))).toMatchObject({ kind: 'returned', value: 1 })
    })
  })
}
