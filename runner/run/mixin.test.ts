import { expect, test } from 'vitest'
import { SkillManifest } from '../contract/manifest.ts'
import { fixedSkills } from '../core/fixed-skills.ts'
import type { ExecutionEnd } from '../core/ports.ts'
import type { LoadedSkill } from '../core/skill.ts'
import { composeSkill } from '../manifest/compose-skill.ts'
import { nothing } from '../policy/effective-permissions.ts'
import { fakeRuntime, loadedSkill, runnerWith } from '../testing/runner-fixture.ts'

const skill = (name: string, fields: Record<string, unknown>): LoadedSkill => {
  const manifest = { name, version: '1.0.0', description: 'd', risk_level: 'low', ...fields }
  return loadedSkill(SkillManifest.parse(manifest), `code of ${name}`, `digest of ${name}`)
}
const look = { look: { type: 'object', required: ['at'], properties: { at: { type: 'string' } } } }
const host = (name: string) => ({ permissions: { network: { egress: [name] } } })
const parent = skill('parent', { input_schema: look, ...host('parent.example.com') })

/** A runner whose skills answer with their code and the hosts that they may reach. */
function world(child: LoadedSkill) {
  const ended: ExecutionEnd[] = []
  const runner = runnerWith(child.manifest, {
    skills: fixedSkills(child),
    runtimes: [
      fakeRuntime(async ({ skill: { program }, hosts }) => {
        const by = program.kind === 'bundle' ? program.code : ''
        return { kind: 'returned', value: { results: [{ by, hosts: [...hosts] }] }, fuelUsed: 0 }
      }),
    ],
    store: { started: async () => undefined, finished: async (end) => void ended.push(end) },
  })
  const run = async (action: string, params = {}) => {
    const output = await runner.execute(child.manifest.name, { action, params, config: {} })
    return output.status === 'success' ? output.results : Object(output).error
  }
  return { run, ended }
}

test('an inherited action runs the code of the parent with its hosts, and is recorded under its own digest', async () => {
  const own = { ...skill('child', { input_schema: { own: { type: 'object' } } }), approved: parent.approved }
  const child = composeSkill(own, [parent])
  const { run, ended } = world(child)
  expect(await run('look', { at: 'sea' })).toEqual([{ by: 'code of parent', hosts: ['parent.example.com'] }])
  expect(await run('own')).toEqual([{ by: 'code of child', hosts: ['parent.example.com'] }])
  expect(ended.map(({ recorded }) => [recorded?.start.skill, recorded?.start.digest])).toEqual([
    ['child', child.mixin?.actions.get('look')?.digest],
    ['child', child.digest],
  ])
})

test('an inherited action is checked with the schema of the parent, and gets nothing unapproved', async () => {
  const own = { ...skill('child', { input_schema: { own: { type: 'object' } } }), approved: nothing }
  const { run } = world(composeSkill(own, [parent]))
  expect(await run('look')).toMatchObject({ code: 'INVALID_INPUT', details: { at: expect.any(String) } })
  expect(await run('look', { at: 'sea' })).toEqual([{ by: 'code of parent', hosts: [] }])
})

test('a prompt skill runs what it inherits, and nothing else', async () => {
  const prompt: LoadedSkill = { ...skill('child', { kind: 'prompt' }), program: { kind: 'prompt' } }
  const { run } = world(composeSkill({ ...prompt, approved: parent.approved }, [parent]))
  expect(await run('look', { at: 'sea' })).toMatchObject([{ by: 'code of parent' }])
  expect(await run('other')).toMatchObject({ code: 'CONFLICT', reason: 'prompt_skill' })
})
