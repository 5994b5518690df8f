import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { RegistryIndex } from '#lib/skills/server/sources/registry-index.ts'
import { createInstance } from './testing/new-instance.ts'
import { runHere } from './testing/run-command.ts'

let opened: AsyncDisposableStack
let folder = ''
let variables: Readonly<Record<string, string>> = {}

const publish = (...args: readonly string[]) => runHere(['skill', 'publish', ...args], variables)

beforeAll(async () => {
  opened = new AsyncDisposableStack()
  ;({ folder, variables } = opened.use(await createInstance()))
  await mkdir(join(folder, 'packing'))
  const matter = 'name: packing\ndescription: Helps with packing.\nmetadata:\n  version: "1.0.0"'
  await writeFile(join(folder, 'packing', 'SKILL.md'), `---\n${matter}\n---\n\n# Packing\n\nTake less.\n`)
})
afterAll(() => opened.disposeAsync())

test('a skill is published only after a key was made, and is signed with it', async () => {
  const [skill, registry] = [join(folder, 'packing'), join(folder, 'registry')]
  const without = await publish(skill, '--to', registry)
  expect(without).toMatchObject({ code: 1, err: expect.stringContaining('--new-key') })
  const { key } = JSON.parse((await publish('--new-key', '--json')).out)
  expect(await publish('--new-key')).toMatchObject({ code: 1, err: expect.stringContaining(`--replace ${key}`) })
  const done = await publish(skill, '--to', registry, '--json')
  expect(JSON.parse(done.out)).toMatchObject({ name: 'packing', version: '1.0.0', publisher: key, is_new: true })
  expect((await publish(skill, '--to', registry)).out).toContain('is there already')
  const index = RegistryIndex.parse(JSON.parse(await readFile(join(registry, 'index.json'), 'utf8')))
  expect(index.skills.packing?.versions['1.0.0']?.publisher?.key).toBe(key)
  expect((await readdir(registry)).sort()).toEqual(['index.json', 'skills'])
})

test.each([
  [[], 'Name the folder'],
  [['./packing'], 'Name the folder'],
  [['./packing', '--new-key'], 'alone'],
])('skill publish %j ends with exit code 2 and says what to name', async (args, said) => {
  const end = await publish(...args)
  expect([end.code, end.err]).toEqual([2, expect.stringContaining(said)])
})

test('a folder without a skill is named', async () => {
  const end = await publish(join(folder, 'absent'), '--to', folder)
  expect([end.code, end.err]).toEqual([1, expect.stringContaining('absent')])
})
