import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { explainSkill } from '#lib/skills/server/invoking/explain-skill.ts'
import { type Source, sources } from '#runner/contract/principal.ts'
import { TravelConfig } from '#runner/contract/travel-config.ts'
import { someConfig, somePermissions, tiers } from '#runner/policy/testing/policy-questions.ts'
import { loadedSkill } from '#runner/testing/runner-fixture.ts'
import { testManifest } from '#runner/testing/test-manifest.ts'
import { consolePolicy } from './console-policy.ts'

const skillOf = (fields: object) => loadedSkill(testManifest({ name: 'x', ...fields }))
const policyOf = (skill: ReturnType<typeof skillOf>, source: Source, config: object = {}) =>
  consolePolicy(explainSkill(skill, { source, config: TravelConfig.parse(config), isEnabled: true }))

describe('the policy table', () => {
  test('gives a reason for each permission that is not effective, and for no other', () => {
    fc.assert(
      fc.property(
        somePermissions,
        somePermissions,
        fc.constantFrom(...tiers),
        fc.constantFrom(...sources),
        someConfig,
        (permissions, approved, tier, source, config) => {
          const explained = explainSkill(
            { ...skillOf({ permissions }), tier, approved },
            { source, config, isEnabled: true },
          )
          for (const [index, row] of consolePolicy(explained).permissions.entries()) {
            expect(row.effective).toBe(explained.permissions[index]?.effective)
            expect(row.reason === null).toBe(row.effective)
            expect(row.reason ?? 'a reason').not.toBe('')
          }
        },
      ),
    )
  })

  test('names what denies a permission: the approval, the configuration or the source', () => {
    const permissions = { network: { egress: ['api.example.com'] }, exec: ['git'] }
    const skill = skillOf({ permissions })
    const [host] = policyOf({ ...skill, approved: skillOf({}).approved }, 'main').permissions
    expect(host).toMatchObject({ approved: false, reason: 'api.example.com is not approved.' })
    const narrowed = policyOf(skill, 'main', { safeExecution: { allowedHosts: [] } }).permissions[0]
    expect(narrowed).toMatchObject({
      config: false,
      reason: "api.example.com is not allowed by this instance's configuration.",
    })
    const asked = policyOf(skill, 'public')
    expect(asked.permissions.find(({ item }) => item === 'git')?.reason).toContain('requests from public')
    expect(asked.actions).toMatchObject([{ name: '*', may_run: false }])
  })
})
