import { describe, expect, test } from 'vitest'
import type { ScriptLanguage } from '../../../contract/script-language.ts'
import type { LoadedSkill } from '../../../core/skill.ts'
import { lastingPartOf, type RecordedCall, scriptOf, skillOf } from './harness.ts'
import type { Suite } from './suite.ts'

type Trace = { readonly top?: string; readonly finds: string; readonly leave: string }

/**
 * Ways to leave something behind, and how the next execution of the same skill would detect it. The skill first reports
 * what it finds, then leaves its own trace.
 */
const inJavaScript: Readonly<Record<string, Trace>> = {
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

const inPython: Readonly<Record<string, Trace>> = {
  'a built-in': { finds: `getattr(builtins, 'left', None)`, leave: 'builtins.left = 1' },
  'an attribute of a module': { finds: `getattr(json, 'left', None)`, leave: 'json.left = 1' },
  'a module': { finds: `sys.modules.get('left') and 1`, leave: `sys.modules['left'] = json` },
  'a replaced function': { finds: `json.loads('1') == 'left' or None`, leave: `json.loads = lambda text: 'left'` },
  'a file': { finds: `os.path.exists('/tmp/left') or None`, leave: `open('/tmp/left', 'w').close()` },
  'an environment variable': { finds: `os.environ.get('LEFT')`, leave: `os.environ['LEFT'] = '1'` },
  'the recursion limit': { finds: 'sys.getrecursionlimit() == 500 or None', leave: 'sys.setrecursionlimit(500)' },
  'a compiled regular expression': {
    finds: 'len(re._cache) > 400 or None',
    leave: 'for n in range(500): re.compile(str(n))',
  },
  'a consumed random number': { finds: 'random.random() and None', leave: 'for n in range(9): random.random()' },
}

/** `looks` runs the detectors after each trace instead of before all of them. */
type Leave = (traces: readonly Trace[], looks?: 'looks') => LoadedSkill

const leave: Readonly<Record<ScriptLanguage, { readonly traces: typeof inPython; readonly skillOf: Leave }>> = {
  javascript: {
    traces: inJavaScript,
    skillOf: (traces, looks) => {
      const found = traces.map(({ finds }) => `found.push(${finds})`)
      const left = traces.map((trace) => trace.leave)
      const steps = looks ? left.flatMap((step, at) => [step, found[at]]) : [...found, ...left]
      const tops = traces.map(({ top = '' }) => top).join('\n')
      return skillOf(`() => { const found = []; ${steps.join(';\n')}; return found }`, tops)
    },
  },
  python: {
    traces: inPython,
    skillOf: (traces, looks) => {
      const found = traces.map(({ finds }) => `found.append(${finds})`)
      const left = traces.map((trace) => trace.leave)
      const steps = looks ? left.flatMap((step, at) => [step, found[at]]) : [...found, ...left]
      const begin = ['import builtins, json, os, random, re, sys', 'found = []']
      return scriptOf([...begin, ...steps, 'set_result(found)'].join('\n'))
    },
  },
}

/** Executions of one skill share no state, and nothing of an execution runs after its end. */
export function leftovers(suite: Suite): void {
  const { language, run, traits } = suite
  const { cannotLeave, hasOwnProcess } = traits
  const { traces: leaves, skillOf: leaving } = leave[language]

  describe('state that an execution leaves behind', () => {
    const groups: ReadonlyArray<readonly [string, readonly Trace[]]> = hasOwnProcess
      ? [['all kinds at once', Object.values(leaves)]]
      : Object.entries(leaves).map(([name, trace]) => [name, [trace]])

    test.each(groups)('is not found by the next execution: %s', async (_, traces) => {
      const skill = leaving(traces)
      for (const time of [1, 2]) {
        expect(await run(skill), `time ${time}`).toMatchObject({ kind: 'returned', value: traces.map(() => null) })
      }
    })

    test('is found by the same execution, which proves that the detectors work', async () => {
      const names = Object.keys(leaves).filter(
        (name) => !name.startsWith('the static') && !name.startsWith('a consumed') && !cannotLeave.includes(name),
      )
      const traces = names.flatMap((name) => leaves[name] ?? [])
      const outcome = await run(leaving(traces, 'looks'))
      expect(outcome).toMatchObject({ kind: 'returned', value: names.map(() => expect.anything()) })
    })

    if (language !== 'javascript' || hasOwnProcess) return

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

  if (language !== 'javascript') return

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

    if (hasOwnProcess) return

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
