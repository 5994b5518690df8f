import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { runHere } from './testing/run-command.ts'

let root = ''
beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'travel-show-'))
  await mkdir(join(root, 'guide', 'references'), { recursive: true })
  const text =
    '---\nname: guide\ndescription: A guide.\ncompatibility: Needs a map\n---\n# How\n\n\u001B[2JSee references/a.md.\n'
  await writeFile(join(root, 'guide', 'SKILL.md'), text)
  await writeFile(join(root, 'guide', 'references', 'a.md'), 'Details.')
})
afterEach(() => rm(root, { recursive: true, force: true }))

const command = (...args: string[]) => runHere(['skill', ...args], { TRAVEL_DATA_DIR: join(root, 'data') })

test('prints the description and instructions of a skill, or a named file, without terminal escapes', async () => {
  expect(await command('inspect', join(root, 'guide'))).toMatchObject({
    code: 0,
    out: expect.stringMatching(
      /^guide 0\.0\.0, tier local, enabled\nA guide\.\n[\s\S]*\ncompatibility: Needs a map\n\n# How\n\n\uFFFD\[2JSee references\/a\.md\.\n$/,
    ),
  })
  expect(await command('inspect', join(root, 'guide'), 'references/a.md')).toMatchObject({ out: 'Details.\n' })
  expect(await command('inspect', join(root, 'guide'), '../../etc/hostname')).toMatchObject({
    code: 1,
    out: '',
    err: '../../etc/hostname is not a file of the skill: use one of references/a.md\n',
  })
})

test('names the nearest file for one that the skill does not have', async () => {
  expect(await command('inspect', join(root, 'guide'), 'references/b.md')).toMatchObject({
    err: 'references/b.md is not a file of the skill: did you mean references/a.md?\n',
  })
  await rm(join(root, 'guide', 'references'), { recursive: true })
  expect(await command('inspect', join(root, 'guide'), 'x.md')).toMatchObject({
    err: 'x.md is not a file of the skill, which has no others.\n',
  })
})

test('shows what a skill inherits from the folders beside it', async () => {
  await mkdir(join(root, 'child'))
  const text = '---\nname: child\ndescription: A child.\nmetadata:\n  parents: guide\n---\nMore.\n'
  await writeFile(join(root, 'child', 'SKILL.md'), text)
  const { out } = await command('inspect', join(root, 'child'))
  expect(out).toContain('Inherits from:\n  - guide 0.0.0, tier local\n')
  expect(out).toContain('# From the skill guide\n\n# How\n')
  expect(out).toMatch(/\n\nMore\.\n$/)
})

test('shows the steps of a skill from the folders beside it, and build refuses one that does not fit', async () => {
  const files = {
    'find/skill.yaml':
      'name: find\nversion: "1.2.0"\ndescription: Finds.\nrisk_level: low\nentry: main.js\npermissions: { network: { egress: [api.example.com] } }\nactions: { look: { input: { type: object } } }\n',
    'find/main.js': 'export default () => ({ results: [] })\n',
    'trip/skill.yaml':
      'name: trip\nversion: "1.0.0"\ndescription: Plans.\nrisk_level: low\ndependencies: { find: "^1.0.0" }\nactions: { plan: { input: { type: object } } }\nsteps: [{ skill: find, action: look }]\n',
  }
  for (const [path, text] of Object.entries(files)) {
    await mkdir(join(root, path, '..'), { recursive: true })
    await writeFile(join(root, path), text)
  }
  const { out } = await command('inspect', join(root, 'trip'))
  expect(out).toContain('Steps:\n  1. look of find 1.2.0, tier local\n       network.egress api.example.com\n')
  await writeFile(join(root, 'trip/skill.yaml'), files['trip/skill.yaml'].replace('action: look', 'action: lok'))
  const { code, err } = await command('build', join(root, 'trip'))
  expect(code).toBe(1)
  expect(err).toContain('trip/skill.yaml: steps[0].action lok is not an action of find: did you mean "look"?')
})

// skills/base-image is not a skill, and is not on the list of approved skills.
test.each([
  ['inspect', 'base-image'],
  ['build', './skills/base-image'],
  ['inspect', 'skills/flight-search/../base-image'],
])('%s does not read a folder of skills/ that is not approved: %s', async (action, name) => {
  const { code, err } = await command(action, name)
  expect(code).toBe(1)
  expect(err).toContain('"base-image" is not approved, and is neither read nor run — add "base-image" to its list')
})
