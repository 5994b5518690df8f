import { afterAll, beforeAll, describe } from 'vitest'
import { hostCalls } from '../conformance/well-behaved.ts'
import { runtimeConformance } from '../conformance.ts'
import type { Runtime } from '../runtime.ts'
import { startBundles } from './testing/bundles.ts'
import { needsEngine } from './testing/needs-engine.ts'
import { containerTraits } from './testing/traits.ts'

describe('needs a Docker engine', needsEngine, () => {
  runtimeConformance({ name: 'container', makeRuntime: () => startBundles(), traits: containerTraits })

  // Both modes differ only in how a container reaches its gateway, so all other skills run in one of them. At the gateway,
  // one endpoint takes every host call, so the functions' own arguments are tried in one mode too.
  describe('runtime container, egress by bridge', { timeout: 60_000 }, () => {
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
