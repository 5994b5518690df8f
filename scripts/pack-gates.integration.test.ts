import { execFile } from 'node:child_process'
import { mkdtemp, readdir, rm, symlink } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import Ajv from 'ajv'
import addFormats from 'ajv-formats'
import { afterAll, beforeAll, expect, it } from 'vitest'
import * as z from 'zod'
import { sarifSchema } from '#gates/testing/sarif-schema.ts'
import { root } from './steps.ts'

const run = promisify(execFile)
const ajv = new Ajv({ strict: false })
addFormats(ajv)
const isSarif = ajv.compile(sarifSchema)
const Checked = z.object({ skills: z.array(z.object({ folder: z.string(), verdict: z.string() })) })
const scenarios = join(root, 'gates/scenarios')
let folder = ''

/** Runs the unpacked command outside of the project. Only the installed packages come from the project. */
const check = (...args: string[]): Promise<{ code: unknown; out: string; err: string }> =>
  new Promise((resolve) => {
    execFile(
      process.execPath,
      [join(folder, 'package/main.js'), ...args],
      { cwd: folder, maxBuffer: 64 * 1024 * 1024 },
      (error, out, err) => resolve({ code: error?.code ?? 0, out, err }),
    )
  })

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'travel-gates-'))
  const archive = join(folder, 'gates.tgz')
  await run(process.execPath, [join(root, 'scripts/pack-gates.ts'), archive], { cwd: root })
  await run('tar', ['xzf', archive, '-C', folder])
  await symlink(join(root, 'node_modules'), join(folder, 'node_modules'))
})
afterAll(() => rm(folder, { recursive: true, force: true }))

it('gives the same verdicts as the app on folders outside of the package, and exits with 1 for a blocked skill', async () => {
  const { code, out } = await check('--json', join(scenarios, 'clean-search'), join(scenarios, 'undeclared-egress'))
  expect(code).toBe(1)
  expect(Checked.parse(JSON.parse(out)).skills).toEqual([
    { folder: 'clean-search', verdict: 'admit' },
    { folder: 'undeclared-egress', verdict: 'block' },
  ])
  expect((await check(join(scenarios, 'clean-search'))).code).toBe(0)
})

it('names the place, the rule and the skill of what blocks', async () => {
  const { out } = await check(join(scenarios, 'undeclared-egress'))
  expect(out).toContain('undeclared-egress/src/main.py:8:14: TRAVEL-002 undeclared-egress: The skill reaches ')
})

it('prints SARIF that follows its schema', async () => {
  const { out } = await check('--sarif', '--gate', 'travel', join(scenarios, 'hard-coded-pii'))
  const log: unknown = JSON.parse(out)
  expect(isSarif(log), ajv.errorsText(isSarif.errors)).toBe(true)
  expect(out).toContain('TRAVEL-001')
})

it('refuses wrong arguments with exit code 2 and the remedy', async () => {
  expect(await check('no-such-folder')).toMatchObject({
    code: 2,
    out: '',
    err: expect.stringContaining('no-such-folder is not a folder'),
  })
})

it('contains the rules without their examples', async () => {
  expect(await readdir(join(folder, 'package/rules/prompt-ignore'))).toEqual(['rule.yaml'])
})
