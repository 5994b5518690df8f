import { mkdir, mkdtemp, realpath, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createCheckedDatabase } from '#lib/skills/server/registry/testing/checked-database.ts'
import { copyInstallation } from '../../scripts/testing/copy-installation.ts'
import { type CommandEnd, runInProcess, runsHere } from './testing/run-command.ts'

/**
 * A copy of the installation whose list approves a skill that works, and entries that do not. The commands find the
 * project by their own place.
 */
const opened = new AsyncDisposableStack()
let folder = ''
/** Runs a command of the copy. */
let travel: (...args: string[]) => Promise<CommandEnd>
/** The same in a process of its own, with the lines of its log. */
let travelWithLog: typeof travel
const problems = [
  'skills/SKILL_MANIFEST.json:4:5 approvedSkills[1]: approves "ghost", which is not a folder — remove it, or add the folder',
  'skills/SKILL_MANIFEST.json:5:5 approvedSkills[2]: is "../lib", which is not the name of a skill — name a folder of skills/, or remove it',
  'skills/malformed/skill.yaml:1:1 name: is missing — add name: malformed',
]

beforeAll(async () => {
  const root = await realpath(await mkdtemp(join(tmpdir(), 'travel-left-out-')))
  opened.defer(() => rm(root, { recursive: true, force: true }))
  folder = join(root, 'installation')
  await copyInstallation(folder, { forCommands: true })
  await mkdir(join(folder, 'skills', 'malformed'))
  await writeFile(join(folder, 'skills', 'malformed', 'skill.yaml'), 'version: "0.1.0"\n')
  const approvedSkills = ['reference-rates', 'ghost', '../lib', 'malformed']
  await writeFile(join(folder, 'skills', 'SKILL_MANIFEST.json'), JSON.stringify({ approvedSkills }, null, 2))
  const { settings } = opened.use(await createCheckedDatabase())
  const variables = { ...settings, TRAVEL_DATA_DIR: join(root, 'data'), LOG_LEVEL: 'error' }
  const copy: typeof import('./run-program.ts') = await import(
    pathToFileURL(join(folder, 'lib', 'cli', 'run-program.ts')).href
  )
  const run = runsHere(copy.runProgram)
  travel = (...args) => run(args, variables)
  travelWithLog = (...args) => runInProcess(args, variables, { folder })
})
afterAll(() => opened.disposeAsync())

it('`skill build` and `skill check` name each bad entry and fail, after they built and checked the other skills', async () => {
  const built = await travel('skill', 'build')
  expect([built.code, built.out]).toEqual([1, expect.stringMatching(/^reference-rates 0\.1\.0 .* 1 example\n$/)])
  for (const problem of problems) expect(built.err).toContain(`${folder}/${problem}`)
  const checked = await travel('skill', 'check')
  expect([checked.code, checked.out]).toEqual([1, expect.stringContaining('reference-rates  admit')])
  expect(checked.out).toContain('malformed  block')
  for (const problem of problems.slice(0, 2)) expect(checked.err).toContain(`${folder}/${problem}`)
})

it('a command about another skill works, and the log names each bad entry', async () => {
  const { code, out, err } = await travelWithLog('skill', 'why', 'reference-rates')
  expect([code, out]).toEqual([0, expect.stringContaining('Action reference_rates: may run')])
  for (const problem of problems) expect(err).toContain(`${folder}/${problem}`.replaceAll('"', '\\"'))
})

it.each([
  ['ghost', problems[0]],
  ['malformed', problems[2]],
])('a command about the skill %s, which is left out, fails with its problem', async (name, problem) => {
  for (const command of ['why', 'enable']) {
    const { code, err } = await travel('skill', command, name)
    expect([code, err.split('\n')[0]], command).toEqual([1, `${folder}/${problem}`])
  }
})

it('no skill is approved, and none runs, if the list is missing', async () => {
  await rm(join(folder, 'skills', 'SKILL_MANIFEST.json'))
  const { code, err } = await travel('skill', 'why', 'reference-rates')
  expect(code).toBe(1)
  expect(err).toContain('SKILL_MANIFEST.json:1:1 is missing or unreadable, so that no skill is loaded')
  expect(await travelWithLog('skill', 'sources')).toMatchObject({
    code: 0,
    out: '\n',
    err: expect.stringContaining('The list of approved skills has problems'),
  })
})
