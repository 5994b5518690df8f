import { expect, test } from 'vitest'
import { toolSkill } from '#lib/agents/server/tools/testing/tool-world.ts'
import { commandLine } from '#lib/platform/server/auth/context.ts'
import { got } from '#lib/platform/server/http/testing/got.ts'
import { changeAgentSkill, listAgentSkills } from './agent-skills.ts'

const key = (slug: string, ...skills: string[]) => ({
  id: `agent_${slug}`,
  slug,
  description: '',
  skills,
  source: 'main' as const,
  state: 'active' as const,
  created_at: '2027-01-01T00:00:00.000Z',
  expires_at: null,
  last_used_at: null,
})
const skill = (name: string) => toolSkill({ name, permissions: { network: { egress: ['api.example.com'] } } })

function portsOf() {
  const changes: unknown[] = []
  const rules = [
    {
      slug: 'voice',
      skill: 'old',
      rule: { enabled: false },
      version: null,
      own_values: [],
      changed_at: '2027-01-01T00:00:00.000Z',
    },
  ]
  return {
    changes,
    agentKeys: { list: async () => [key('voice', 'rates'), key('desk', '*')] },
    skills: { list: async () => ['rates', 'old', 'other'].map(skill) },
    agentSkills: {
      list: async (slug: string) => rules.filter((one) => one.slug === slug),
      set: async (_: unknown, slug: string, name: string, rule: unknown) => {
        changes.push(['set', slug, name, rule])
        const view = {
          slug,
          skill: name,
          rule: {},
          version: null,
          own_values: [],
          changed_at: '2027-01-01T00:00:00.000Z',
        }
        return { ok: true as const, value: view }
      },
      reset: async (_: unknown, slug: string, name: string) => {
        changes.push(['reset', slug, name])
        return { ok: true as const, value: { skill: name } }
      },
    },
  }
}

test('lists what the keys of an agent may call, and what it has a rule for', async () => {
  const ports = portsOf()
  const voice = got(await listAgentSkills(ports, 'voice'))
  expect(voice.skills).toMatchObject([
    { name: 'old', rule: { enabled: false } },
    {
      name: 'rates',
      rule: null,
      kept_version: null,
      permissions: expect.arrayContaining([{ permission: 'network.egress', item: 'api.example.com' }]),
    },
  ])
  expect(got(await listAgentSkills(ports, 'desk')).skills.map(({ name }) => name)).toEqual(['old', 'other', 'rates'])
  expect(await listAgentSkills(ports, 'nobody')).toMatchObject({ ok: false, error: { code: 'NOT_FOUND' } })
})

test('replaces a rule, and removes it if none is given', async () => {
  const ports = portsOf()
  got(await changeAgentSkill(ports, commandLine, 'voice', { skill: 'rates', rule: { enabled: false } }))
  got(await changeAgentSkill(ports, commandLine, 'voice', { skill: 'rates', rule: null }))
  expect(ports.changes).toEqual([
    ['set', 'voice', 'rates', { enabled: false }],
    ['reset', 'voice', 'rates'],
  ])
})
