import { beforeAll, describe, expect, test } from 'vitest'
import { globalsOf, hostOps } from '../../../contract/operations/host-operations.ts'
import type { Json } from '../../../contract/skill-io.ts'
import type { Runtime } from '../../runtime.ts'
import { executionOf, type RecordedCall, returnedBy, skillOf, testLimits } from './harness.ts'
import { hostileSkills } from './hostile-skills.ts'
import { attempts, pollution, witness } from './inside.ts'
import { endsOf, limitsOf, type Traits } from './traits.ts'

/** `files` and `files.read`: all globals and functions with which a skill reaches the host. */
const hostFunctions = [...new Set([...globalsOf(hostOps).keys(), ...hostOps])]

/**
 * Attacks that must fail in every runtime. The next execution must find a clean environment. The suite checks this
 * after each attack, or only once after all of them if no process runs more than one execution.
 */
export function hostileSkillCases(runtime: () => Runtime, traits: Traits): void {
  const answerOf = answersOf(runtime)
  const expectPristine = findsNothing(runtime)

  for (const [kind, cases] of Object.entries(hostileSkills)) {
    describe(`hostile: ${kind}`, () => {
      const listed = cases
        .filter(({ title }) => !traits.leftOut.includes(title))
        .map((one) => ({ ...one, ends: endsOf(one, traits), limits: limitsOf(one, traits) }))
      test.each(listed)('$title ends with $ends', async ({ skill, top, ends, limits }) => {
        const execution = executionOf(skillOf(skill, top), { limits })
        const outcome = await runtime().run(execution)
        expect(ends).toContain(outcome.kind === 'failed' ? outcome.code : outcome.kind)
        if (traits.reusesProcesses) await expectPristine()
      })
    })
  }

  describe('hostile: the inside of the sandbox', () => {
    test('no known way compiles text to code', async () => {
      expect(await answerOf(attempts.skill)).toEqual(attempts.answer)
    })

    test('exposes only the reviewed globals', async () => {
      expect(await answerOf('() => Object.getOwnPropertyNames(globalThis).sort()')).toEqual(traits.globals)
    })

    test('freezes the host functions', async () => {
      const changed = await answerOf(`() => {
        const targets = [${hostFunctions.join(', ')}, SkillError, SkillError.prototype]
        return targets.filter((target) => !Object.isFrozen(target)).length
      }`)
      expect(changed).toBe(0)
    })

    pollutingSkills(runtime, traits, expectPristine)

    test('the next execution finds a clean environment', expectPristine)

    test('concurrent executions of a skill share no state', async () => {
      const counter = skillOf('() => [++count, (globalThis.left ??= []).push(1)]', 'let count = 0')
      const runs = [1, 2, 3].map(() => runtime().run(executionOf(counter)))
      const outcomes = await Promise.all(runs)
      expect(outcomes.map((outcome) => outcome.kind === 'returned' && outcome.value)).toEqual([
        [1, 1],
        [1, 1],
        [1, 1],
      ])
    })

    test('truncates a flood of log lines and keeps the answer', async () => {
      const calls: RecordedCall[] = []
      const skill = skillOf(`() => { for (let n = 0; n < 5000; n++) console.log('x'.repeat(1000)); return 'done' }`)
      const outcome = await runtime().run(executionOf(skill, { calls, limits: { ...testLimits, fuel: 5000 } }))
      expect(outcome).toMatchObject({ kind: 'returned', value: 'done' })
      expect(JSON.stringify(calls).length).toBeLessThan(200_000)
      expect(calls.length).toBeGreaterThan(10)
    })

    test('counts unread response bodies as memory', async () => {
      const skill = skillOf(
        `async () => { const all = []; for (;;) all.push(await fetch('https://api.example.com/')) }`,
      )
      const outcome = await runtime().run(
        executionOf(skill, {
          answer: () => ({
            kind: 'value',
            value: { status: 200, url: '', headers: [] },
            body: new Uint8Array(4 * 1024 * 1024),
          }),
        }),
      )
      expect(outcome).toMatchObject({ kind: 'failed', code: 'OUT_OF_MEMORY' })
      if (traits.reusesProcesses) await expectPristine()
    })

    const givesBack = `() => { try { const all = []; for (;;) all.push(new Array(1000).fill(1)) } catch (error) { return error.message } }`
    if (traits.outOfMemory === 'caught') {
      test('a skill that catches an out-of-memory error and frees its memory continues', async () => {
        expect(await answerOf(givesBack)).toBe('out of memory')
      })
    } else {
      test('a skill that exceeds its memory limit fails, even if it would catch the error', async () => {
        const outcome = await runtime().run(executionOf(skillOf(givesBack)))
        expect(outcome).toMatchObject({ kind: 'failed', code: 'OUT_OF_MEMORY' })
      })
    }

    test('a skill can catch a stack overflow', async () => {
      const skill = `() => { const down = () => down() + 1; try { return down() } catch (error) { return error.name } }`
      expect(await answerOf(skill)).toBe('RangeError')
    })
  })
}

/** Skills that change what the host functions could use. `expectPristine`: as `findsNothing` returns it. */
export function pollutingSkills(runtime: () => Runtime, traits: Traits, expectPristine: () => Promise<void>): void {
  test.each(pollution.filter(({ title }) => !traits.leftOut.includes(title)))(
    '$title affects neither the host functions nor the next execution',
    async ({ skill, outcome }) => {
      expect(await runtime().run(executionOf(skillOf(skill)))).toMatchObject(outcome)
      if (traits.reusesProcesses) await expectPristine()
    },
  )
}

/** Returns a check that an execution finds the same environment as the first one, before all attacks. */
export function findsNothing(runtime: () => Runtime): () => Promise<void> {
  const answerOf = answersOf(runtime)
  let untouched: Json = null
  beforeAll(async () => {
    untouched = await answerOf(witness)
  })
  return async () => {
    expect(await answerOf(witness)).toEqual(untouched)
  }
}

function answersOf(runtime: () => Runtime) {
  return async (expression: string): Promise<Json> => returnedBy(await runtime().run(executionOf(skillOf(expression))))
}
