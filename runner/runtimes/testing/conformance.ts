import { afterAll, beforeAll, describe } from 'vitest'
import type { Runtime } from '../runtime.ts'
import { abortedExecutions } from './conformance/aborted.ts'
import { findsNothing, hostileSkillCases, pollutingSkills } from './conformance/hostile.ts'
import { leftovers } from './conformance/leftovers.ts'
import { growingLists, shiftingObjects } from './conformance/shifting.ts'
import { suspendedExecutions } from './conformance/suspended.ts'
import { badTexts } from './conformance/texts.ts'
import type { Traits } from './conformance/traits.ts'
import { argumentsOfCalls, errorsOfSkills, skillsAndAnswers, wellBehavedSkills } from './conformance/well-behaved.ts'

export type Conformance = {
  readonly name: string
  /**
   * Makes a runtime with as few workers as possible, so that an execution would find what an earlier one left behind.
   */
  makeRuntime(): Promise<Runtime>
  readonly traits: Traits
}

/**
 * The conformance suite for every runtime: well-behaved skills give the same results, and hostile skills end with one
 * of their listed codes and leave nothing behind.
 */
export function runtimeConformance({ name, makeRuntime, traits }: Conformance): void {
  describe(`runtime ${name}`, () => {
    const runtime = startsWith(makeRuntime)
    wellBehavedSkills(runtime, traits)
    abortedExecutions(runtime)
    hostileSkillCases(runtime, traits)
    leftovers(runtime, traits)
    badTexts(runtime, traits)
    shiftingObjects(runtime, traits)
    growingLists(runtime)
    suspendedExecutions(runtime, traits)
  })
}

/**
 * The groups of the suite whose results the harness around a skill alone decides: neither the limits of its process nor
 * the transport of its host calls.
 */
export function harnessConformance({ name, makeRuntime, traits }: Conformance): void {
  describe(`runtime ${name}`, () => {
    const runtime = startsWith(makeRuntime)
    skillsAndAnswers(runtime, traits)
    argumentsOfCalls(runtime, traits)
    errorsOfSkills(runtime, traits)
    pollutingSkills(runtime, traits, findsNothing(runtime))
    badTexts(runtime, traits)
    shiftingObjects(runtime, traits)
  })
}

function startsWith(makeRuntime: () => Promise<Runtime>): () => Runtime {
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
