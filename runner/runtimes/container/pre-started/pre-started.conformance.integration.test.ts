import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Runtime } from '../../runtime.ts'
import { executionOf, skillOf } from '../../testing/conformance/harness.ts'
import { hostileSkills } from '../../testing/conformance/hostile-skills.ts'
import { endsOf, limitsOf } from '../../testing/conformance/traits.ts'
import { hostCalls } from '../../testing/conformance/well-behaved.ts'
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
  let running: Runtime | undefined
  beforeAll(async () => {
    running = await startBundles({ isAhead: true })
  })
  afterAll(() => running?.[Symbol.asyncDispose]())
  const runtime = () => {
    if (!running) throw new Error('The runtime has not started')
    return running
  }
  // Only the transport of host calls. The rest is tested in containers started on demand, which load the same harness.
  hostCalls(runtime, { isOnlyTransport: true })

  const cases = tried.map((title) => {
    const one = Object.values(hostileSkills)
      .flat()
      .find((each) => each.title === title)
    if (!one) throw new Error(`There is no hostile skill with the title "${title}"`)
    return { ...one, ends: endsOf(one, containerTraits), limits: limitsOf(one, containerTraits) }
  })

  test.each(cases)('$title ends with $ends', async ({ skill, top, ends, limits }) => {
    const outcome = await runtime().run(executionOf(skillOf(skill, top), { limits }))
    expect(ends).toContain(outcome.kind === 'failed' ? outcome.code : outcome.kind)
  })
})
