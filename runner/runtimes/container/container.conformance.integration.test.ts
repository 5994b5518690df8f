import { describe } from 'vitest'
import { container } from '../../contract/runtimes.ts'
import { hostCalls } from '../testing/conformance/host-calls.ts'
import { createSuite } from '../testing/conformance/suite.ts'
import { runtimeConformance, startsWith } from '../testing/conformance.ts'
import { startBundles } from './testing/bundles.ts'
import { needsEngine } from './testing/needs-engine.ts'
import { containerTraits, pythonTraits } from './testing/traits.ts'

describe('needs a Docker engine', needsEngine, () => {
  const traits = { javascript: containerTraits, python: pythonTraits }
  const [preferred, ...others] = container.egress
  runtimeConformance({ about: container, makeRuntime: () => startBundles({ egress: preferred }), traits })

  // The modes differ only in how a container reaches its gateway, so only the transport of host calls is tested in each.
  // One endpoint of the gateway handles every host call, so one mode is enough for the arguments of the host functions.
  describe.each(others)('runtime container, egress by %s', (egress) => {
    const runtime = startsWith(() => startBundles({ egress }))
    describe.each(container.languages)('in %s', (language) => {
      hostCalls(createSuite(runtime, { about: container, language, traits: traits[language] }), {
        isOnlyTransport: true,
      })
    })
  })
})
