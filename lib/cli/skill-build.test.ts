import { mkdir, mkdtemp, realpath, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { runHere } from './testing/run-command.ts'

const manifest = 'name: made\nversion: "0.1.0"\ndescription: d\nrisk_level: low\nentry: src/main.ts\n'
let root = ''
beforeEach(async () => {
  root = await realpath(await mkdtemp(join(tmpdir(), 'travel-build-')))
  await mkdir(join(root, 'made/src'), { recursive: true })
})
afterEach(() => rm(root, { recursive: true, force: true }))

async function build(code: string, more = '') {
  await writeFile(join(root, 'made/skill.yaml'), manifest + more)
  await writeFile(join(root, 'made/src/main.ts'), code)
  return runHere(['skill', 'build', join(root, 'made')], { TRAVEL_DATA_DIR: join(root, 'data') })
}

// `packed.integration.test.ts` builds a folder without one.
test('`skill build` builds a folder outside the project, and fails if the folder has type errors', async () => {
  expect(await build("export default () => ({ results: [], n: 1 - 'a' })\n")).toMatchObject({
    code: 1,
    out: expect.stringMatching(/^made 0\.1\.0 {2}[0-9a-f]{12}\n$/),
    err: expect.stringContaining(`${join(root, 'made/src/main.ts')}:1:45 The right-hand side of an arithmetic`),
  })
})

test('a name that is no skill of the project, but a folder here, is answered with the path to write', async () => {
  expect(await runHere(['skill', 'build', 'made'], { INIT_CWD: root })).toMatchObject({
    code: 1,
    err: 'Unknown skill made: write ./made to name the folder\n',
  })
})

test('for a misspelled capability, `skill build` reports one problem, with line and correction', async () => {
  const { code, err } = await build('export default () => ({ results: [] })\n', 'capability: C-HOTEL-SERCH\n')
  expect(code).toBe(1)
  expect(err).toMatch(/^\S+skill\.yaml:6:13 capability: is C-HOTEL-SERCH.* — write C-HOTEL-SEARCH, .*\n$/)
})
