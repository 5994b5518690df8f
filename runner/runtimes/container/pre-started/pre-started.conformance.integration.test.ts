import { describe, expect, test } from 'vitest'
import { container } from '../../../contract/runtimes.ts'
import { hostCalls } from '../../testing/conformance/host-calls.ts'
import { hostileCases } from '../../testing/conformance/hostile.ts'
import { hostileSkills } from '../../testing/conformance/hostile-skills.ts'
import { createSuite } from '../../testing/conformance/suite.ts'
import { startsWith } from '../../testing/conformance.ts'
import { startBundles } from '../testing/bundles.ts'
import { needsEngine } from '../testing/needs-engine.ts'
import { containerTraits } from '../testing/traits.ts'

const tried = [
  'a loop that swallows every error',
  'an undeclared host, without awaiting the call',
  'an undeclared secret, caught',
  'an answer over its size limit',
  'a lookalike of SkillError',
  'code that does not parse',
]

describe('containers started in advance (need a Docker engine)', needsEngine, () => {
  const runtime = startsWith(() => startBundles({ isAhead: true }))
  const suite = createSuite(runtime, { about: container, language: 'javascript', traits: containerTraits })
  // Only the transport of host calls. The rest is tested in containers started on demand, which load the same harness.
  hostCalls(suite, { isOnlyTransport: true })

  const cases = tried.map((title) => {
    const one = Object.values(hostileSkills)
      .flat()
      .find((each) => each.title === title)
    if (!one) throw new Error(`There is no hostile skill with the title "${title}"`)
    return one
  })

  test.each(hostileCases(cases, suite))('$title ends with $ends', async ({ skill, ends, limits }) => {
    const outcome = await suite.run(skill, { limits })
    expect(ends).toContain(outcome.kind === 'failed' ? outcome.code : outcome.kind)
  })
})
