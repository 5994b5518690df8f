import { beforeAll, describe, expect, test } from 'vitest'
import { globalsOf, guestOps } from '../../../contract/operations/host-operations.ts'
import type { ScriptLanguage } from '../../../contract/script-language.ts'
import type { Json } from '../../../contract/skill-io.ts'
import type { LoadedSkill } from '../../../core/skill.ts'
import { type RecordedCall, scriptOf, skillOf, testLimits } from './harness.ts'
import { type HostileSkill, hostileSkills } from './hostile-skills.ts'
import { attempts, pollution, witness } from './inside.ts'
import type { Suite, Texts } from './suite.ts'
import { endsOf, limitsOf } from './traits.ts'

/** `files` and `files.read`: all globals and functions with which a skill reaches the host. */
const hostFunctions = [...new Set([...globalsOf(guestOps).keys(), ...guestOps])]

/**
 * Attacks that must fail in every runtime. Where a process runs one execution after another, the next execution must
 * find a clean environment.
 */
export function hostileSkillCases(suite: Suite): void {
  const { answerOf, language, run, say, traits } = suite
  const expectPristine = traits.hasOwnProcess ? async () => {} : findsNothing(suite)

  for (const [kind, cases] of Object.entries(hostileSkills)) {
    const listed = hostileCases(cases, suite).filter(({ title }) => traits.hostileCases?.includes(title) ?? true)
    if (listed.length === 0) continue
    describe(`hostile: ${kind}`, () => {
      test.each(listed)('$title ends with $ends', async ({ skill, ends, limits }) => {
        const outcome = await run(skill, { limits })
        expect(ends).toContain(outcome.kind === 'failed' ? outcome.code : outcome.kind)
        await expectPristine()
      })
    })
  }

  describe('hostile: the inside of the sandbox', () => {
    const floods: Texts = {
      javascript: `() => { for (let n = 0; n < 5000; n++) console.log('x'.repeat(1000)); return 'done' }`,
      python: `for n in range(5000): print('x' * 1000)\nset_result('done')`,
    }
    say('truncates a flood of log lines and keeps the answer', floods, async (text) => {
      const calls: RecordedCall[] = []
      const outcome = await run(text, { calls, limits: { ...testLimits, fuel: 5000 } })
      expect(outcome).toMatchObject({ kind: 'returned', value: 'done' })
      expect(JSON.stringify(calls).length).toBeLessThan(200_000)
      expect(calls.length).toBeGreaterThan(10)
    })

    if (traits.hasOwnProcess) return

    if (language === 'javascript') insideOfJavaScript(suite, expectPristine)

    test('the next execution finds a clean environment', expectPristine)

    test('concurrent executions of a skill share no state', async () => {
      const counter = counters[language]
      const outcomes = await Promise.all([1, 2, 3].map(() => run(counter)))
      expect(outcomes.map((outcome) => outcome.kind === 'returned' && outcome.value)).toEqual([
        [1, 1],
        [1, 1],
        [1, 1],
      ])
    })

    const bodies: Texts = {
      javascript: `async () => { const all = []; for (;;) all.push(await fetch('https://api.example.com/')) }`,
      python: `import httpx\nkept = []\nwhile True: kept.append(httpx.get('https://api.example.com/'))`,
    }
    say('counts unread response bodies as memory', bodies, async (text) => {
      const body = new Uint8Array(4 * 1024 * 1024)
      const outcome = await run(text, {
        answer: () => ({ kind: 'value', value: { status: 200, url: '', headers: [] }, body }),
      })
      expect(outcome).toMatchObject({ kind: 'failed', code: 'OUT_OF_MEMORY' })
      await expectPristine()
    })

    const givesBack: Texts = {
      javascript: `() => { try { const all = []; for (;;) all.push(new Array(1000).fill(1)) } catch (error) { return error.message } }`,
      python: `kept = []
try:
    while True: kept.append([1] * 1000)
except MemoryError:
    kept.clear()
    set_result('out of memory')`,
    }
    say('a skill that catches an out-of-memory error and frees its memory continues', givesBack, async (text) => {
      expect(await answerOf(text, { limits: { ...testLimits, fuel: 5000 } })).toBe('out of memory')
    })

    const overflows: Texts = {
      javascript: `() => { const down = () => down() + 1; try { return down() } catch (error) { return error.name } }`,
      python: `def down(): return down() + 1\ntry: down()\nexcept RecursionError: set_result('RangeError')`,
    }
    say('a skill can catch a stack overflow', overflows, async (text) => {
      expect(await answerOf(text)).toBe('RangeError')
    })
  })
}

/** The cases that the language can say, with their ends and limits in this runtime. */
export function hostileCases(cases: readonly HostileSkill[], suite: Suite) {
  return cases.flatMap((one) => {
    const text = one[suite.language]
    if (text === undefined) return []
    const { title } = one
    return [{ title, skill: suite.skillOf(text, one.top), ends: endsOf(one, suite), limits: limitsOf(one, suite) }]
  })
}

/** Each execution counts from 0, in its program and in what all programs share. */
const counters: Readonly<Record<ScriptLanguage, LoadedSkill>> = {
  javascript: skillOf('() => [++count, (globalThis.left ??= []).push(1)]', 'let count = 0'),
  python: scriptOf(`import builtins
builtins.left = [*getattr(builtins, 'left', []), 1]
set_result([1, len(left)])`),
}

/** What a skill in JavaScript finds and can change. `expectPristine`: as `findsNothing` returns it. */
export function insideOfJavaScript({ answerOf, run, traits }: Suite, expectPristine: () => Promise<void>): void {
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

  test.each(pollution)('$title affects neither the host functions nor the next execution', async (attack) => {
    expect(await run(attack.skill)).toMatchObject(attack.outcome)
    await expectPristine()
  })
}

/** Returns a check that an execution finds the same environment as the first one, before all attacks. */
export function findsNothing({ answerOf, language }: Suite): () => Promise<void> {
  let untouched: Json = null
  beforeAll(async () => {
    untouched = await answerOf(witness[language])
  })
  return async () => {
    expect(await answerOf(witness[language])).toEqual(untouched)
  }
}
