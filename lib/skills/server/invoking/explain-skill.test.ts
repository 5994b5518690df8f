import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { readableExplanation } from '#lib/cli/readable-explanation.ts'
import { principalFrom, type Source, sources } from '#runner/contract/principal.ts'
import { TravelConfig } from '#runner/contract/travel-config.ts'
import { fixedSkills } from '#runner/core/fixed-skills.ts'
import type { LoadedSkill } from '#runner/core/skill.ts'
import { createInputValidators } from '#runner/manifest/validate-input.ts'
import { shownLacks } from '#runner/policy/explain-lacks.ts'
import { itemsOf } from '#runner/policy/policy-sets.ts'
import { someConfig, somePermissions, tiers } from '#runner/policy/testing/policy-questions.ts'
import { admit } from '#runner/run/admit.ts'
import { fakeRuntime, loadedSkill } from '#runner/testing/runner-fixture.ts'
import { testManifest } from '#runner/testing/test-manifest.ts'
import { explainSkill } from './explain-skill.ts'

const skillOf = (fields: object): LoadedSkill => loadedSkill(testManifest({ name: 'x', version: '0.1.0', ...fields }))
const runtime = fakeRuntime(() => Promise.reject(new Error('must not run in this test')))
const validators = createInputValidators({ clock: { now: () => 0 } })

const explain = (skill: LoadedSkill, source: Source, file: object = {}) =>
  explainSkill(skill, { source, config: TravelConfig.parse(file), isEnabled: true })

describe('the explanation of a skill', () => {
  it('matches what admission grants or refuses, for any skill, approval, tier, source and configuration', async () => {
    const actions = { look: {}, book: { effects: ['act'], confirmation: { required: false } } }
    await fc.assert(
      fc.asyncProperty(
        somePermissions,
        somePermissions,
        fc.constantFrom(...tiers),
        fc.constantFrom(...sources),
        someConfig,
        async (permissions, approved, tier, source, config) => {
          const skill = {
            ...skillOf({ permissions, actions, risk_level: 'medium', runtimes: ['quickjs'] }),
            tier,
            approved,
          }
          const explanation = explainSkill(skill, { source, config, isEnabled: true })
          const principal = principalFrom(source, { id: 'someone', role: 'agent' })
          const ports = { skills: fixedSkills(skill), runtimes: [runtime], validators, config }
          for (const action of ['look', 'book']) {
            const admitted = await admit(ports, 'x', { action, params: {}, config: {} }, { principal })
            const told = explanation.actions[action]
            if (admitted.kind === 'admitted') {
              expect(told?.may_run).toBe(true)
              expect(explanation.limits.map(({ limit, effective }) => [limit, effective])).toEqual(
                Object.entries(admitted.grant.limits),
              )
              for (const { permission, item, effective } of explanation.permissions)
                expect(itemsOf(admitted.grant.permissions, permission).includes(item)).toBe(effective)
            } else if (admitted.error.code === 'RUNTIME_UNAVAILABLE') {
              expect(explanation.runtimes.effective).toEqual([])
            } else {
              expect(told).toMatchObject({
                may_run: false,
                code: admitted.error.code,
                lacks: shownLacks(admitted.lacks ?? []),
              })
            }
          }
        },
      ),
    )
  })

  it('names the actions of the capability, or * for a skill that accepts any action', () => {
    const searches = explain(skillOf({ capability: 'C-FLIGHT-SEARCH' }), 'main')
    expect(searches.actions).toEqual({ search_flights: { may_run: true } })
    expect(explain(skillOf({}), 'main').actions).toEqual({ '*': { may_run: true } })
  })

  it('prints a table that names what denies a permission', () => {
    const permissions = { network: { egress: ['a.example.com', 'b.example.com'] }, secrets: ['A_KEY'] }
    const skill = { ...skillOf({ permissions, actions: { look: {}, book: { effects: ['act'] } } }) }
    const withheld = { ...skill, approved: { ...skill.approved, secrets: [] } }
    const file = { safeExecution: { allowedHosts: ['b.example.com'], fuelBudget: { default: 500 } } }
    expect(readableExplanation(explain(withheld, 'public', file))).toMatchInlineSnapshot(`
      "x 0.1.0, tier local, for requests from public
      It needs trust network; the source has network.

      permission                    requested  approved  tier  source  config  config of the skill  effective
      network.egress a.example.com  yes        yes       yes   yes     no      yes                  no: safeExecution in travel.config.json
      network.egress b.example.com  yes        yes       yes   yes     yes     yes                  yes
      network.methods GET           yes        yes       yes   yes     yes     yes                  yes
      secrets A_KEY                 yes        no        yes   yes     yes     yes                  no: not approved

      limit              requested  effective
      timeoutMs          30000      15000: a guest's budget
      memoryMb           128        128
      cpus               0.5        0.5
      fuel               20000      500: a guest's budget; safeExecution in travel.config.json
      outputKb           1024       1024
      hostCalls          64         64
      hostCallsInFlight  8          4: a guest's budget
      responseKb         8192       8192

      Runtimes: quickjs (requested: quickjs)
      Action look: may run
      Action book: refused (TRUST_EXCEEDED), at fault is the caller: does more than read, and a guest may only read
        to act: above the trust of the source
      "
    `)
  })

  it('has an extra column for the calling profile, and states if the profile cannot run anything yet', () => {
    const permissions = { network: { egress: ['a.example.com', 'b.example.com'] }, secrets: ['A_KEY', 'B_KEY'] }
    const scope = { hosts: ['a.example.com'], keys: ['A_KEY'], limits: { fuel: 70 } }
    const skill = skillOf({ permissions })
    const config = TravelConfig.parse({})
    const profile = { id: 'prof_1', state: 'unlocked', scope } as const
    const explanation = explainSkill(skill, { source: 'dm-unknown', config, isEnabled: true, profile })
    expect(explanation.profile).toEqual({ id: 'prof_1', state: 'unlocked' })
    const text = readableExplanation(explanation)
    expect(text).toContain('for requests from dm-unknown with prof_1\n')
    expect(text).toContain('The profile is unlocked: nothing runs for it until an operator locks it.\n')
    expect(text).toMatch(/network\.egress a\.example\.com .* yes {6}yes\n/)
    expect(text).toMatch(/network\.egress b\.example\.com .* no {7}no: not in the profile\n/)
    expect(text).toMatch(/secrets B_KEY .* no: not in the profile\n/)
    expect(text).toMatch(/fuel +20000 +70: the profile\n/)
    expect(readableExplanation(explain(skill, 'dm-unknown'))).not.toContain('profile')
  })

  it('says of a permitted action that nothing runs it if the tier allows none of its runtimes', () => {
    const skill = skillOf({ input_schema: { look: { type: 'object' } } })
    const text = readableExplanation(explain({ ...skill, tier: 'untrusted' }, 'main'))
    expect(text).toContain('Runtimes: none (requested: quickjs)\n')
    expect(text).toContain('Action look: permitted, but the tier untrusted allows none of its runtimes\n')
  })

  it('says when the source has too little trust', () => {
    const text = readableExplanation(
      explain(skillOf({ permissions: { llm: true } }), 'group', {
        safeExecution: { defaultTrust: { group: 'network' } },
      }),
    )
    expect(text).toContain('It needs trust llm; the source has llm, travel.config.json leaves it network.')
    expect(text).toContain(
      'refused (TRUST_EXCEEDED), at fault is the operator: needs llm, which safeExecution.defaultTrust withholds from requests from group',
    )
  })
})
