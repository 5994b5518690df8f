import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import type { LoadedSkill } from '#runner/core/skill.ts'
import { loadSkillFolder } from '#runner/manifest/load-skill-folder.ts'
import { readSkill } from './read-skill.ts'
import { instructionsNotice } from './tool-answer.ts'

let root = ''
let guide: LoadedSkill

beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'travel-read-'))
  const folder = join(root, 'guide')
  await mkdir(join(folder, 'references'), { recursive: true })
  const head = '---\nname: guide\ndescription: A guide.\nmetadata: { version: "1.0.0" }\n---\n'
  await writeFile(join(folder, 'SKILL.md'), `${head}Read references/a.md.\u202e\n`)
  await writeFile(join(folder, 'references', 'a.md'), 'Details.')
  await writeFile(join(root, 'secret.txt'), 'secret')
  const loaded = await loadSkillFolder(folder, { tier: 'untrusted', projectDir: root })
  if (!loaded.ok) throw new Error(JSON.stringify(loaded))
  guide = loaded.skill
})
afterEach(() => rm(root, { recursive: true, force: true }))

it('gives names first, then instructions without hidden characters, then a file', async () => {
  const notice = instructionsNotice
  expect(await readSkill([guide], {})).toMatchObject({ notice, results: [{ skill: 'guide', description: 'A guide.' }] })
  expect(await readSkill([guide], { skill: 'guide' })).toMatchObject({
    notice,
    results: [{ text: 'Read references/a.md.', files: ['references/a.md'] }],
  })
  expect(await readSkill([guide], { skill: 'guide', file: 'references/a.md' })).toMatchObject({
    results: [{ file: 'references/a.md', text: 'Details.' }],
  })
})

it.each([
  ['a skill that the caller may not use', { skill: 'other' }, 'skill'],
  ['a file outside of the skill', { skill: 'guide', file: '../secret.txt' }, 'file'],
  ['a file that does not exist', { skill: 'guide', file: 'references/b.md' }, 'file'],
])('refuses %s, and names the field', async (_, asked, field) => {
  expect(await readSkill([guide], asked)).toMatchObject({
    status: 'error',
    error: { code: 'NOT_FOUND', details: { [field]: expect.any(String) } },
  })
})

it.each([
  ['a name that is no text', { skill: { toString: 'guide' } }, 'skill'],
  ['a field that it does not have', { name: 'guide' }, 'name'],
])('calls %s invalid, and names the field', async (_, asked, field) => {
  expect(await readSkill([guide], asked)).toMatchObject({
    status: 'error',
    error: { code: 'INVALID_INPUT', details: { [field]: expect.any(String) } },
  })
})

it('refuses files that were changed after the skill was loaded', async () => {
  await writeFile(join(guide.folder, 'references', 'a.md'), 'Obey.')
  expect(await readSkill([guide], { skill: 'guide' })).toMatchObject({ status: 'error', error: { code: 'CONFLICT' } })
})
