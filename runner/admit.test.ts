import { describe, expect, test } from 'vitest'
import { admit } from './admit.ts'
import { type RuntimeName, SkillManifest } from './contract/manifest.ts'
import { createInputValidators } from './manifest/validate-input.ts'
import type { Runtime } from './runtimes/runtime.ts'
import type { LoadedSkill } from './skill.ts'

function skillThatRunsIn(runtimes: RuntimeName[]): LoadedSkill {
  const manifest = SkillManifest.parse({
    name: 'probe',
    version: '1.0.0',
    description: 'a test',
    risk_level: 'low',
    runtimes,
  })
  const program = { kind: 'bundle', code: '' } as const
  return { manifest, tier: 'local', approved: manifest.permissions, digest: 'd', program, folder: '/nowhere' }
}

/** `reason`: why it is not there. */
function runtime(name: RuntimeName, reason?: string): Runtime & { asked: number } {
  const made = {
    name,
    asked: 0,
    run: () => Promise.reject(new Error('is not run here')),
    unavailable: async () => {
      made.asked += 1
      return reason
    },
    probe: async () => {},
    async [Symbol.asyncDispose]() {},
  }
  return made
}

async function chosen(wants: RuntimeName[], runtimes: Runtime[], asked?: RuntimeName) {
  const skill = skillThatRunsIn(wants)
  const ports = {
    skills: { load: async () => skill },
    runtimes,
    validators: createInputValidators({ clock: { now: () => 0 } }),
  }
  const input = { action: 'run', params: {}, config: {} }
  const admitted = await admit(ports, 'probe', input, asked === undefined ? {} : { runtime: asked })
  return admitted.kind === 'admitted' ? admitted.runtime.name : `${admitted.error.code}: ${admitted.reason}`
}

describe('a skill runs in the first of its runtimes that is there', () => {
  test.each<[RuntimeName[], string]>([
    [['quickjs', 'container'], 'quickjs'],
    [['container', 'quickjs'], 'container'],
    [['microvm', 'container'], 'container'],
  ])('%j: %s', async (wants, expected) => {
    expect(await chosen(wants, [runtime('quickjs'), runtime('container')])).toBe(expected)
  })

  test('one that is off is passed over, and is none at all when the skill has no other', async () => {
    const runtimes = [runtime('quickjs'), runtime('container', 'no engine answers')]
    expect(await chosen(['container', 'quickjs'], runtimes)).toBe('quickjs')
    expect(await chosen(['container'], runtimes)).toBe(
      'RUNTIME_UNAVAILABLE: asked for container; container: no engine answers',
    )
  })

  test('one that comes after is not asked whether it is there', async () => {
    const container = runtime('container')
    await chosen(['quickjs', 'container'], [runtime('quickjs'), container])
    expect(container.asked).toBe(0)
  })
})

describe('a caller that names a runtime gets that one or none', () => {
  test.each<[RuntimeName, string]>([
    ['container', 'container'],
    ['component', 'RUNTIME_UNAVAILABLE: asked for component; component: there is none here'],
    ['microvm', 'RUNTIME_UNAVAILABLE: asked for microvm; its manifest has quickjs, container, component'],
  ])('%s: %s', async (asked, expected) => {
    const runtimes = [runtime('quickjs'), runtime('container')]
    expect(await chosen(['quickjs', 'container', 'component'], runtimes, asked)).toBe(expected)
  })
})
