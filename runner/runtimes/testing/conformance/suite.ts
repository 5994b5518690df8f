import { test } from 'vitest'
import type { RuntimeDescriptor } from '../../../contract/runtimes.ts'
import type { ScriptLanguage } from '../../../contract/script-language.ts'
import type { Json } from '../../../contract/skill-io.ts'
import type { LoadedSkill } from '../../../core/skill.ts'
import type { Runtime, RuntimeOutcome } from '../../runtime.ts'
import { executionOf, returnedBy, scriptOf, skillOf, type TestExecution } from './harness.ts'
import type { Traits } from './traits.ts'

/** The program of a case in each language that can say it: a default export in JavaScript, a script in Python. */
export type Texts = { readonly [language in ScriptLanguage]?: string }

/** One language of one runtime. */
export type Suite = {
  readonly about: RuntimeDescriptor
  readonly language: ScriptLanguage
  readonly traits: Traits
  readonly runtime: () => Runtime
  /** `top` holds the earlier lines of a JavaScript module. */
  skillOf(text: string, top?: string): LoadedSkill
  /** Runs a program. Its value is its answer: in Python, the argument of the last `set_result`. */
  run(program: string | LoadedSkill, options?: TestExecution): Promise<RuntimeOutcome>
  /** The value that a program returned. Throws on any other outcome. */
  answerOf(text: string, options?: TestExecution): Promise<Json>
  /** Adds a test, if the language can say the text. */
  say(title: string, texts: Texts, check: (text: string) => Promise<void>): void
}

export function createSuite(
  runtime: () => Runtime,
  { about, language, traits }: Pick<Suite, 'about' | 'language' | 'traits'>,
): Suite {
  const loaded = language === 'javascript' ? skillOf : scriptOf
  const run: Suite['run'] = async (program, options) => {
    const skill = typeof program === 'string' ? loaded(program) : program
    const outcome = await runtime().run(executionOf(skill, options))
    if (language === 'javascript' || outcome.kind !== 'returned') return outcome
    const [last = null] = Object(outcome.value).results
    return { ...outcome, value: last === null ? null : last.result }
  }
  return {
    ...{ about, language, traits, runtime, skillOf: loaded, run },
    answerOf: async (text, options) => returnedBy(await run(text, options)),
    say(title, texts, check) {
      const text = texts[language]
      if (text !== undefined) test(title, () => check(text))
    },
  }
}
