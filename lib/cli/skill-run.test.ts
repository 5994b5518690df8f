import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { fixedSkills } from '#runner/core/fixed-skills.ts'
import type { LoadedSkill } from '#runner/core/skill.ts'
import { loadGivenSkill } from './given-skill.ts'
import { composeGivenSteps } from './skill-run.ts'

let root = ''
const about = (name: string) => `name: ${name}\nversion: "1.0.0"\ndescription: d\nrisk_level: low\n`
const tool = (name: string) => `${about(name)}entry: main.js\nactions: { look: { input: { type: object } } }\n`
const chain = (name: string, skill: string, action = 'look') =>
  `${about(name)}dependencies: { ${skill}: "*" }\nactions: { look: { input: { type: object } } }\nsteps: [{ skill: ${skill}, action: ${action} }]\n`

beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'travel-steps-'))
  const skills = {
    'here/trip': chain('trip', 'find'),
    'here/find': tool('find'),
    'here/wrong': chain('wrong', 'find', 'lok'),
    'here/outer': chain('outer', 'trip'),
    'alone/trip': chain('trip', 'find'),
  }
  for (const [folder, text] of Object.entries(skills)) {
    await mkdir(join(root, folder), { recursive: true })
    await writeFile(join(root, folder, 'skill.yaml'), text)
    await writeFile(join(root, folder, 'main.js'), 'export default () => ({ results: [] })\n')
  }
})
afterAll(() => rm(root, { recursive: true }))

const given = (folder: string) => loadGivenSkill(join(root, folder), false)
const compose = async (folder: string, ...installed: readonly LoadedSkill[]) =>
  composeGivenSteps(await given(folder), fixedSkills(...installed), false)
const namesOf = (skills: readonly LoadedSkill[]) => skills.map(({ manifest: { name } }) => name)

test('the skills of steps come from the folders beside it, at every level', async () => {
  const { skill, beside, read } = await compose('here/outer')
  expect(namesOf(skill.chain?.steps.map((step) => step.skill) ?? [])).toEqual(['trip'])
  expect([namesOf(beside), namesOf(read)]).toEqual([
    ['trip', 'find'],
    ['trip', 'find'],
  ])
})

test('a skill of a step without a folder is the installed one, in its tier', async () => {
  const find: LoadedSkill = { ...(await given('here/find')), tier: 'untrusted' }
  const { skill, beside } = await compose('alone/trip', find)
  expect([skill.tier, skill.chain?.steps[0]?.skill.digest, beside]).toEqual(['untrusted', find.digest, []])
})

test('names a skill that is missing, and a step that does not fit', async () => {
  await expect(compose('alone/trip')).rejects.toThrow('trip needs find: put the folder of that skill beside it')
  await expect(compose('here/wrong')).rejects.toThrow(
    'steps[0].action lok is not an action of find: did you mean "look"?',
  )
})
