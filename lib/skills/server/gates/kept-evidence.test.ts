import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { readWholeFolder } from '#gates/read-whole-folder.ts'
import { rulesVersion } from '#gates/rule-texts.ts'
import { sha256 } from '#runner/core/hash.ts'
import type { CheckRequest } from './check-messages.ts'
import { keptEvidenceFile, withKeptEvidence } from './kept-evidence.ts'
import { rulesFolder } from './read-suppressions.ts'

let root: string
const rule = 'gates/rules/x-001/rule.yaml'
const code = { 'gates/judge.ts': 'judge()\n', 'gates/score.ts': 'score()\n' }

async function write(file: string, text: string): Promise<void> {
  await mkdir(dirname(join(root, file)), { recursive: true })
  await writeFile(join(root, file), text)
}

/** An installation whose build checked the skill `quiet` in `release/`. */
beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'travel-kept-'))
  await write(rule, 'id: X-001\n')
  for (const [file, text] of Object.entries(code)) await write(file, text)
  await write('release/SKILL.md', 'Find a quiet hotel.\n')
  await write('release/node_modules/calm/index.js', 'export {}\n')
  await keep()
})
afterEach(() => rm(root, { recursive: true, force: true }))

async function keep(by: Readonly<Record<string, string>> = code): Promise<void> {
  const { digest } = await readWholeFolder(join(root, 'release'), { packages: true })
  const hashes = Object.entries(by).map(([file, text]) => [file, sha256(text)])
  const evidence = [{ name: 'quiet', digest, rulesVersion: rulesVersion(rulesFolder(root)), findings: [] }]
  await write(keptEvidenceFile, JSON.stringify({ code: Object.fromEntries(hashes), evidence }))
}

/** Whether the gates check the release, instead of the answer of the build. */
async function isChecked(request: Partial<CheckRequest> = {}): Promise<boolean> {
  const checked: CheckRequest[] = []
  const check = withKeptEvidence(root, async (asked) => {
    checked.push(asked)
    return { name: asked.name, digest: 'checked', rulesVersion: '', findings: [] }
  })
  const folder = join(root, 'release')
  const asked = { rulesFolder: rulesFolder(root), folder, name: 'quiet', isRelease: true, ...request }
  const found = await check(asked)
  expect(found.name).toBe(asked.name)
  expect(found.digest === 'checked').toBe(checked.length === 1)
  return checked.length === 1
}

it('takes the findings of the build for exactly the files that it checked', async () => {
  expect(await isChecked()).toBe(false)
})

it.each([
  ['a changed file', () => write('release/SKILL.md', 'Find a quiet hotel!\n')],
  ['an added file', () => write('release/scripts/more.py', '')],
  ['a hidden file', () => write('release/.more', '')],
  ['a changed file of a package', () => write('release/node_modules/calm/index.js', 'steal()\n')],
  ['an added file of a package', () => write('release/node_modules/loud/index.js', '')],
  ['a missing file', () => rm(join(root, 'release/node_modules'), { recursive: true })],
  ['an added link', () => symlink('/etc/passwd', join(root, 'release/link'))],
  ['no folder', () => rm(join(root, 'release'), { recursive: true })],
])('the gates check a release with %s', async (_, change) => {
  await change()
  expect(await isChecked()).toBe(true)
})

it('the gates check the files of a known release under another name', async () => {
  expect(await isChecked({ name: 'loud' })).toBe(true)
})

it('the gates check a folder that is not a release, and a release at one gate alone or with other rules', async () => {
  expect(await isChecked({ isRelease: false })).toBe(true)
  expect(await isChecked({ only: 'travel' })).toBe(true)
  expect(await isChecked({ rulesFolder: join(root, 'other/rules') })).toBe(true)
})

it.each([
  ['another rule', () => write('gates/rules/x-002/rule.yaml', 'id: X-002\n')],
  ['a changed rule', () => write(rule, 'id: X-001\nseverity: low\n')],
  ['changed code of the gates', () => write('gates/score.ts', 'score(1)\n')],
  ['missing code of the gates', () => rm(join(root, 'gates/judge.ts'))],
  ['no findings of a build', () => rm(join(root, keptEvidenceFile))],
  ['damaged findings of a build', () => write(keptEvidenceFile, '{"code":{},')],
  ['findings without the code that found them', () => keep({})],
])('the gates check the skill with %s', async (_, change) => {
  await change()
  expect(await isChecked()).toBe(true)
})
