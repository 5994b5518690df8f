import { describe, expect, test } from 'vitest'
import type { Runtime, RuntimeOutcome } from '../../runtime.ts'
import { executionOf, lastingPartOf, type RecordedCall, skillOf, type TestExecution } from './harness.ts'
import type { Traits } from './traits.ts'

type Trace = { readonly top?: string; readonly finds: string; readonly leave: string }

/**
 * Ways to leave something behind, and how the next execution of the same skill would detect it. The skill first reports
 * what it finds, then leaves its own trace.
 */
const leaves: Readonly<Record<string, Trace>> = {
  'a global': { finds: 'globalThis.left ?? null', leave: 'globalThis.left = 1' },
  'a module variable': { top: 'let left = null', finds: 'left', leave: 'left = 1' },
  'a prototype property': { finds: '({}).left ?? null', leave: 'Object.prototype.left = 1' },
  'a property keyed by a registered symbol': {
    finds: `Object.prototype[Symbol.for('left')] ?? null`,
    leave: `Object.prototype[Symbol.for('left')] = 1`,
  },
  'a frozen prototype': {
    finds: 'Object.isFrozen(Array.prototype) || null',
    leave: 'Object.freeze(Array.prototype)',
  },
  'the lastIndex of a regular expression': {
    top: 'const expression = /a/g',
    finds: 'expression.lastIndex || null',
    leave: `expression.exec('aaa')`,
  },
  'the static properties of RegExp': {
    finds: `(RegExp.$1 || RegExp.lastMatch || RegExp['$&'] || RegExp.input) || null`,
    leave: `/(left)/.exec('left')`,
  },
  'the error stack depth': { finds: 'Error.stackTraceLimit === 1 || null', leave: 'Error.stackTraceLimit = 1' },
  'an error stack formatter': {
    finds: `Error.prepareStackTrace ? 1 : null`,
    leave: `Error.prepareStackTrace = () => 'left'`,
  },
  'an entry in a module-level map': {
    top: 'const map = new Map()',
    finds: 'map.get(1) ?? null',
    leave: 'map.set(1, 1)',
  },
  'a cached template': {
    top: 'const tag = (parts) => parts; const template = () => tag`x`; const seen = new WeakSet()',
    finds: 'seen.has(template()) || null',
    leave: 'seen.add(template())',
  },
  'a consumed random number': {
    top: 'let first',
    finds: '((first = Math.random()), null)',
    leave: 'for (let i = 0; i < 9; i++) Math.random()',
  },
}

const topsOf = (traces: readonly Trace[]) => traces.map(({ top = '' }) => top).join('\n')

/** Executions of one skill share no state, and nothing of an execution runs after its end. */
export function leftovers(runtime: () => Runtime, { cannotLeave, reusesProcesses }: Traits): void {
  const run = (skill: Parameters<typeof executionOf>[0], test?: TestExecution): Promise<RuntimeOutcome> =>
    runtime().run(executionOf(skill, test))

  describe('state that an execution leaves behind', () => {
    /** Without shared processes, one skill tries to leave all traces at once. */
    const groups: ReadonlyArray<readonly [string, readonly Trace[]]> = reusesProcesses
      ? Object.entries(leaves).map(([name, trace]) => [name, [trace]])
      : [['all kinds at once', Object.values(leaves)]]

    test.each(groups)('is not found by the next execution: %s', async (_, traces) => {
      const finds = traces.map((trace) => trace.finds).join(', ')
      const leave = traces.map((trace) => trace.leave).join(';\n')
      const skill = skillOf(`() => { const found = [${finds}]; ${leave}; return found }`, topsOf(traces))
      for (const time of [1, 2, 3]) {
        expect(await run(skill), `time ${time}`).toMatchObject({ kind: 'returned', value: traces.map(() => null) })
      }
    })

    test('is found by the same execution, which proves that the detectors work', async () => {
      const names = Object.keys(leaves).filter(
        (name) => !name.startsWith('the static') && !name.startsWith('a consumed') && !cannotLeave.includes(name),
      )
      const traces = names.flatMap((name) => leaves[name] ?? [])
      const looks = traces.map(({ leave, finds }) => `${leave}; found.push(${finds})`).join(';\n')
      const outcome = await run(skillOf(`() => { const found = []; ${looks}; return found }`, topsOf(traces)))
      expect(outcome).toMatchObject({ kind: 'returned', value: names.map(() => expect.anything()) })
    })

    test('includes no pending jobs: no job of an execution runs after the execution ends', async () => {
      const calls: RecordedCall[] = []
      const skill = skillOf(`() => {
        const next = () => Promise.resolve().then(() => { globalThis.left = 1; console.log('late'); next() })
        queueMicrotask(() => queueMicrotask(() => queueMicrotask(() => queueMicrotask(next))))
        return { then: (resolve) => { resolve(globalThis.left ?? 'first'); next() } }
      }`)
      const outcomes = [await run(skill, { calls }), await run(skill, { calls })]
      expect(outcomes[0]).toMatchObject({ kind: 'returned', value: 'first' })
      expect(outcomes.map(lastingPartOf)[1]).toEqual(outcomes.map(lastingPartOf)[0])
      const count = calls.length
      expect(await run(skillOf('() => typeof globalThis.left'), { calls })).toMatchObject({ value: 'undefined' })
      expect(calls).toHaveLength(count)
    })
  })

  describe('host calls in flight when the skill returns', () => {
    const skill = skillOf(
      `() => { for (const n of [1, 2, 3]) fetch('https://api.example.com/' + n).then(() => console.log('late')); return 'done' }`,
    )

    test('finish before the execution ends, and their continuations do not run', async () => {
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

    test('do not delay an abort, even if they are never answered', async () => {
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
