import { describe, expect, test } from 'vitest'
import { container } from '../../contract/runtimes.ts'
import { createSuite } from '../testing/conformance/suite.ts'
import { runtimeConformance, startsWith } from '../testing/conformance.ts'
import { startBundles } from './testing/bundles.ts'
import { needsEngine } from './testing/engine.ts'
import { containerTraits, pythonTraits } from './testing/traits.ts'

describe('needs a Docker engine', needsEngine, () => {
  const traits = { javascript: containerTraits, python: pythonTraits }
  const [preferred, ...others] = container.egress
  runtimeConformance({ about: container, makeRuntime: () => startBundles({ egress: preferred }), traits })

  // The modes differ only in how a container reaches its gateway, which handles every host call. Scripts in Python have
  // a test in each mode of their own.
  describe.each(others)('runtime container, egress by %s', (egress) => {
    const runtime = startsWith(() => startBundles({ egress }))
    test('calls reach the host in parallel, and each gets its own answer', async () => {
      const suite = createSuite(runtime, { about: container, language: 'javascript', traits: containerTraits })
      const asks = `() => Promise.all([1, 2, 3].map(async (n) => {
        const answer = await (await fetch('https://api.example.com/' + n)).json()
        return answer.asked.url
      }))`
      expect(await suite.answerOf(asks)).toEqual([1, 2, 3].map((n) => `https://api.example.com/${n}`))
    })
  })
})
