import { afterAll, beforeAll, describe } from 'vitest'
import type { RuntimeDescriptor } from '../../contract/runtimes.ts'
import type { ScriptLanguage } from '../../contract/script-language.ts'
import type { Runtime } from '../runtime.ts'
import { abortedExecutions } from './conformance/aborted.ts'
import { hostCalls } from './conformance/host-calls.ts'
import { findsNothing, hostileSkillCases, insideOfJavaScript } from './conformance/hostile.ts'
import { leftovers } from './conformance/leftovers.ts'
import { locales } from './conformance/locales.ts'
import { modelCalls } from './conformance/model-calls.ts'
import { clocks, growingLists, shiftingObjects } from './conformance/shifting.ts'
import { createSuite } from './conformance/suite.ts'
import { suspendedExecutions } from './conformance/suspended.ts'
import { badTexts } from './conformance/texts.ts'
import type { Traits } from './conformance/traits.ts'
import { argumentsOfCalls, errorsOfSkills, skillsAndAnswers, wellBehavedSkills } from './conformance/well-behaved.ts'

export type Conformance = {
  readonly about: RuntimeDescriptor
  /**
   * Makes a runtime with as few workers as possible, so that an execution would find what an earlier one left behind.
   */
  makeRuntime(): Promise<Runtime>
  /** The traits of each language of the runtime. */
  readonly traits: { readonly [language in ScriptLanguage]?: Traits }
}

/**
 * The conformance suite for every runtime, in each of its languages: well-behaved skills give the same results, and
 * hostile skills end with one of their listed codes and leave nothing behind.
 */
export function runtimeConformance({ about, makeRuntime, traits }: Conformance): void {
  describe(`runtime ${about.name}`, () => {
    const runtime = startsWith(makeRuntime)
    for (const language of about.languages) {
      const own = traits[language]
      if (own === undefined) throw new TypeError(`The traits of ${about.name} in ${language} are missing`)
      const suite = createSuite(runtime, { about, language, traits: own })
      describe(`in ${language}`, () => {
        wellBehavedSkills(suite)
        abortedExecutions(suite)
        hostileSkillCases(suite)
        leftovers(suite)
        if (about.suspends) suspendedExecutions(suite)
        if (own.hasOwnProcess) return
        badTexts(suite)
        clocks(suite)
        if (language !== 'javascript') return
        shiftingObjects(suite)
        growingLists(suite)
        locales(suite)
      })
    }
  })
}

/**
 * The groups of the suite whose results the JavaScript harness around a skill decides, without the limits of its process
 * and the transport of its host calls.
 */
export function harnessConformance(name: string, { about, makeRuntime, traits }: HarnessConformance): void {
  describe(name, () => {
    const suite = createSuite(startsWith(makeRuntime), { about, language: 'javascript', traits })
    skillsAndAnswers(suite)
    hostCalls(suite)
    argumentsOfCalls(suite)
    modelCalls(suite)
    errorsOfSkills(suite)
    insideOfJavaScript(suite, findsNothing(suite))
    suspendedExecutions(suite)
    badTexts(suite)
    shiftingObjects(suite)
    clocks(suite)
    locales(suite)
  })
}

type HarnessConformance = Pick<Conformance, 'about' | 'makeRuntime'> & { readonly traits: Traits }

/** The runtime of a test file, from its first test to its last. */
export function startsWith(makeRuntime: () => Promise<Runtime>): () => Runtime {
  let running: Runtime | undefined
  beforeAll(async () => {
    running = await makeRuntime()
  })
  afterAll(() => running?.[Symbol.asyncDispose]())
  return () => {
    if (!running) throw new Error('The runtime has not started')
    return running
  }
}
