import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
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

test('is installed from the folder of the registry, and updated to the next version there', async () => {
  const [skill, registry] = [join(folder, 'packing', 'SKILL.md'), join(folder, 'registry')]
  const run = (...args: readonly string[]) => runHere(['skill', ...args], { ...variables, INIT_CWD: folder })
  const source = `registry:${pathToFileURL(join(registry, 'index.json')).href}#packing`
  const installed = await run('install', 'registry:./registry#packing', '--approve')
  expect(installed).toMatchObject({ code: 0, out: expect.stringMatching(/signed +by .+\n +tier +untrusted/) })
  await writeFile(skill, (await readFile(skill, 'utf8')).replace('1.0.0', '1.0.1'))
  expect((await publish(join(folder, 'packing'), '--to', registry)).out).toContain('skill install registry:file://')
  expect(await run('update', 'packing')).toMatchObject({ code: 0, out: expect.stringContaining('1.0.0 to 1.0.1') })
  expect(JSON.parse(await readFile(join(folder, 'skills.lock'), 'utf8')).skills.packing).toMatchObject({
    version: '1.0.1',
    source,
    tier: 'untrusted',
  })
})

test('a skill whose example fails is not published, and the example and its failure are named', async () => {
  const run = (...args: readonly string[]) => runHere(['skill', ...args], { ...variables, INIT_CWD: folder })
  await run('create', 'greeter')
  const example = join(folder, 'greeter', 'examples', 'lisbon.json')
  const right = await readFile(example, 'utf8')
  await writeFile(example, right.replace('"city"', '"town"'))
  const refused = await run('publish', './greeter', '--to', './greeters')
  expect(refused).toMatchObject({
    code: 1,
    err: expect.stringContaining('examples/lisbon.json: ends with INVALID_INPUT'),
  })
  expect(refused.err).toContain('Nothing was published.')
  await expect(readdir(join(folder, 'greeters'))).rejects.toThrow('ENOENT')
  await writeFile(example, right)
  expect(await run('publish', './greeter', '--to', './greeters')).toMatchObject({ code: 0, err: '' })
})

test('a skill whose examples cannot be run here is published, and the author is told', async () => {
  await runHere(['skill', 'create', 'packer', '--language', 'py', '--in', folder])
  const manifest = join(folder, 'packer', 'skill.yaml')
  await writeFile(manifest, (await readFile(manifest, 'utf8')).replace('[python]', '[container]'))
  await writeFile(
    join(folder, 'packer', 'Dockerfile'),
    'FROM travel-skill-base\nCOPY main.py /skill/\nCMD ["python3", "/skill/main.py"]\n',
  )
  const done = await publish(join(folder, 'packer'), '--to', join(folder, 'packers'))
  expect(done).toMatchObject({ code: 0, err: expect.stringContaining('The examples of packer were not run') })
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
