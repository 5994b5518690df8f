import { afterAll, beforeAll, describe } from 'vitest'
import { abortedExecutions } from './conformance/aborted.ts'
import { hostileSkillCases } from './conformance/hostile.ts'
import { leftovers } from './conformance/leftovers.ts'
import { shiftingObjects } from './conformance/shifting.ts'
import { suspendedExecutions } from './conformance/suspended.ts'
import { badTexts } from './conformance/texts.ts'
import type { Traits } from './conformance/traits.ts'
import { wellBehavedSkills } from './conformance/well-behaved.ts'
import type { Runtime } from './runtime.ts'

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
    let running: Runtime | undefined
    beforeAll(async () => {
      running = await makeRuntime()
    })
    afterAll(() => running?.[Symbol.asyncDispose]())
    const runtime = () => {
      if (!running) throw new Error('The runtime has not started')
      return running
    }
    wellBehavedSkills(runtime, traits)
    abortedExecutions(runtime)
    hostileSkillCases(runtime, traits)
    leftovers(runtime, traits)
    badTexts(runtime, traits)
    shiftingObjects(runtime)
    suspendedExecutions(runtime, traits)
  })
}
