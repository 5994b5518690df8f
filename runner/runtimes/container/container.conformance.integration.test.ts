import { afterAll, beforeAll, describe } from 'vitest'
import type { Runtime } from '../runtime.ts'
import { hostCalls } from '../testing/conformance/well-behaved.ts'
import { runtimeConformance } from '../testing/conformance.ts'
import { startBundles } from './testing/bundles.ts'
import { needsEngine } from './testing/needs-engine.ts'
import { containerTraits } from './testing/traits.ts'

describe('needs a Docker engine', needsEngine, () => {
  runtimeConformance({ name: 'container', makeRuntime: () => startBundles(), traits: containerTraits })

  // The modes differ only in how a container reaches its gateway, so only the tests of host calls run in both. One
  // endpoint of the gateway handles every host call, so one mode is enough for the arguments of the host functions.
  describe('runtime container, egress by bridge', () => {
    let running: Runtime | undefined
    beforeAll(async () => {
      running = await startBundles({ egress: 'bridge' })
    })
    afterAll(() => running?.[Symbol.asyncDispose]())
    hostCalls(() => {
      if (!running) throw new Error('The runtime has not started')
      return running
    })
  })
})
