import { execFile } from 'node:child_process'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { runHere } from './testing/run-command.ts'

let folder = ''
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'travel-create-'))
})
afterAll(() => rm(folder, { recursive: true, force: true }))

const create = (name: string, ...options: readonly string[]) =>
  runHere(['skill', 'create', name, '--in', folder, ...options])

// `packed.integration.test.ts` builds one.
test('the tests of a new TypeScript skill pass', async () => {
  expect(await create('city-facts')).toMatchObject({ code: 0 })
  const vitest = ['node_modules/vitest/vitest.mjs', 'run', '--config', 'runner/sdk/testing/vitest.config.ts']
  const tested = await promisify(execFile)(process.execPath, [...vitest, '--dir', join(folder, 'city-facts')])
  expect(tested.stdout).toMatch(/1 passed/)
})

test('a new Python skill builds without a warning, and its example runs', async () => {
  expect(await create('city-greeter', '--language', 'py')).toMatchObject({ code: 0 })
  const variables = { TRAVEL_DATA_DIR: join(folder, 'data'), LOG_LEVEL: 'silent' }
  expect(await runHere(['skill', 'build', join(folder, 'city-greeter')], variables)).toMatchObject({
    code: 0,
    out: expect.stringContaining('1 example'),
    err: '',
  })
})

test('a new prompt skill is admitted by the gates', async () => {
  expect(await create('packing-list', '--type', 'prompt')).toMatchObject({ code: 0 })
  expect(await readdir(join(folder, 'packing-list'))).toEqual(['SKILL.md'])
  expect(await runHere(['skill', 'check', join(folder, 'packing-list')])).toMatchObject({
    code: 0,
    out: expect.stringContaining('admit'),
  })
})

test.each([
  ['City', 2, 'lower-case words'],
  ['city-facts', 1, 'exists already'],
])('create %s ends with exit code %i and changes nothing', async (name, code, said) => {
  await create('city-facts')
  expect(await create(name)).toMatchObject({ code, err: expect.stringContaining(said) })
})

test('a folder that cannot be created is named, with the option that chooses another', async () => {
  expect(await runHere(['skill', 'create', 'city-facts', '--in', '/proc/travel'])).toMatchObject({
    code: 1,
    err: expect.stringMatching(/^\/proc\/travel\/city-facts cannot be created.*--in/m),
  })
})

test('a registry is built, kept when nothing changed, and searched', async () => {
  await create('invoice-helper', '--type', 'prompt')
  const out = join(folder, 'registry')
  const registry = () => runHere(['registry', 'build', join(folder, 'invoice-helper'), '--out', out, '--json'])
  expect(JSON.parse((await registry()).out)).toEqual({ added: ['invoice-helper 0.1.0'], kept: [] })
  expect(JSON.parse((await registry()).out)).toEqual({ added: [], kept: ['invoice-helper 0.1.0'] })
})
