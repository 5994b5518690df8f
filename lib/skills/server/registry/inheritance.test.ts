import { describe, expect, it } from 'vitest'
import { SkillManifest } from '#runner/contract/manifest.ts'
import type { LoadedSkill } from '#runner/core/skill.ts'
import { composeSkill } from '#runner/manifest/compose-skill.ts'
import { loadedSkill } from '#runner/testing/runner-fixture.ts'
import { ancestorsOf, askersOf, providerOf } from './compositions.ts'

const skill = (name: string, hosts: readonly string[], actions: readonly string[]): LoadedSkill => {
  const fields = {
    name,
    version: '1.0.0',
    description: 'd',
    risk_level: 'low',
    permissions: { network: { egress: hosts } },
  }
  const input_schema = Object.fromEntries(actions.map((action) => [action, { type: 'object' }]))
  return loadedSkill(SkillManifest.parse({ ...fields, input_schema }), name, `digest of ${name}`)
}
const root = skill('root', ['a.example.com'], ['deep', 'both'])
const one = composeSkill(skill('one', ['b.example.com'], ['look', 'both']), [root])
const two = composeSkill(skill('two', ['a.example.com'], ['both']), [root])
const child = composeSkill(skill('child', ['b.example.com'], ['own']), [one, two])

describe('what a skill inherits', () => {
  it('is a tree in which a shared ancestor is below each of its children, with what each asks for itself', () => {
    expect(ancestorsOf(child).map(({ name, level, actions }) => [level, name, ...actions])).toEqual([
      [1, 'one', 'look', 'both'],
      [2, 'root', 'deep', 'both'],
      [1, 'two', 'both'],
      [2, 'root', 'deep', 'both'],
    ])
    expect(ancestorsOf(child)[0]?.permissions).toEqual(['network.egress b.example.com', 'network.methods GET'])
  })

  it('names the skills that ask for a permission, the skill itself first', () => {
    expect(askersOf(child, 'network.egress b.example.com')).toEqual(['child', 'one'])
    expect(askersOf(child, 'network.egress a.example.com')).toEqual(['root', 'two'])
    expect(askersOf(root, 'secrets A_KEY')).toEqual([])
  })

  it('names the skill whose code runs an action', () => {
    expect(['own', 'look', 'both', 'deep'].map((action) => providerOf(child, action))).toEqual([
      'child',
      'one',
      'two',
      'root',
    ])
  })
})
