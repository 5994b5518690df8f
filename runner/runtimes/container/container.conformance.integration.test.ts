import { afterAll, beforeAll, describe } from 'vitest'
import { wellBehavedSkills } from '../conformance/well-behaved.ts'
import { runtimeConformance } from '../conformance.ts'
import type { Runtime } from '../runtime.ts'
import { startBundles } from './testing/bundles.ts'
import { needsEngine } from './testing/engine.ts'
import { containerTraits } from './testing/traits.ts'

describe.runIf(await needsEngine(process.env.CI))('needs a Docker engine', () => {
  runtimeConformance({ name: 'container', makeRuntime: () => startBundles(), traits: containerTraits })

  // How a container is joined to its gateway is all that differs: what hostile skills do in there is the same.
  describe('runtime container, egress by bridge', { timeout: 60_000 }, () => {
    let running: Runtime | undefined
    beforeAll(async () => {
      running = await startBundles({ egress: 'bridge' })
    })
    afterAll(() => running?.[Symbol.asyncDispose]())
    wellBehavedSkills(() => {
      if (!running) throw new Error('The runtime has not started')
      return running
    }, containerTraits)
  })
})
