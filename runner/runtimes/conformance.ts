import { afterAll, beforeAll, describe } from 'vitest'
import { hostileSkillCases } from './conformance/hostile.ts'
import { wellBehavedSkills } from './conformance/well-behaved.ts'
import type { Runtime } from './runtime.ts'

/**
 * The one suite for every runtime: well-behaved skills give the same results in all of them, hostile ones end with a
 * code of their list and leave nothing behind. `makeRuntime` gives a runtime that runs executions one beside the
 * other, in as few places as it can, so that what one leaves behind would be found.
 */
export function runtimeConformance(name: string, makeRuntime: () => Promise<Runtime>): void {
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
    wellBehavedSkills(runtime)
    hostileSkillCases(runtime)
  })
}
