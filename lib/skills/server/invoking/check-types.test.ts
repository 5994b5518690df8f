import { mkdir, mkdtemp, realpath, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { loadSkillFolder } from '#runner/manifest/load-skill-folder.ts'
import { readListedSkills } from '../registry/listed-skills.ts'
import { checkTypes } from './check-types.ts'

const projectDir = process.cwd()
let root = ''
beforeEach(async () => {
  root = await realpath(await mkdtemp(join(tmpdir(), 'travel-types-test-')))
})
afterEach(() => rm(root, { recursive: true, force: true }))

async function loadedFrom(folder: string) {
  const loaded = await loadSkillFolder(folder, { tier: 'local', projectDir })
  if (!loaded.ok) throw new Error(JSON.stringify(loaded.problems))
  return loaded.skill
}

async function skillOf(files: Record<string, string>, { name = 'made', entry = 'src/main.ts' } = {}) {
  const folder = join(root, name)
  await mkdir(join(folder, 'src'), { recursive: true })
  const manifest = `name: ${name}\nversion: "0.1.0"\ndescription: d\nrisk_level: low\nentry: ${entry}\n`
  for (const [file, text] of Object.entries({ 'skill.yaml': manifest, ...files })) {
    await writeFile(join(folder, file), text)
  }
  return await loadedFrom(folder)
}

const importing = {
  'src/main.ts': `import { two } from './two.ts'\nexport default () => ({ results: [{ two }] })\n`,
  'src/two.ts': `\nexport const two: number = 'two'\n`,
  'src/unused.ts': `export const one: number = 'one'\n`,
}
const withGlobals = {
  'src/main.ts': `export default async ({ params }: { params: Record<string, unknown> }) => {
  const query = new URLSearchParams({ base: String(params.base) })
  const answer = await fetch(\`https://api.example.com/?\${query}\`, { headers: { key: secrets.get('KEY') } })
  if (!answer.ok) throw new SkillError('API_UNAVAILABLE', 'down')
  console.log(await time.offset([['SEA', '2027-01-15T10:00:00']]))
  return { results: [{ host: new URL('https://a').host, page: window, env: process.env }] }
}
`,
}
const withSdk = {
  'src/main.ts': `import { createMoney } from '#runner/sdk/money.ts'
import { defineSkill } from 'travel.aw/sdk'
export default defineSkill(async (_call, { SkillError }) => {
  if (createMoney('USD') === undefined) throw new SkillError('NO_SUCH_CODE', 'x')
  return { results: [] }
})
`,
}

// One run of the compiler checks all skills: each further run would read the libraries again.
test('reports errors of imported files, unknown globals and wrong uses of the SDK with their lines, and none of our own skills', async () => {
  const { names } = await readListedSkills(join(projectDir, 'skills'))
  expect(names).toContain('flight-search')
  const own = [...names].map((name) => loadedFrom(join(projectDir, 'skills', name)))
  const made = [skillOf(importing, { name: 'importing' }), skillOf(withGlobals, { name: 'globals' }), skillOf(withSdk)]
  expect(await checkTypes(await Promise.all([...own, ...made]), projectDir)).toEqual({
    kind: 'checked',
    problems: [
      expect.stringContaining("globals/src/main.ts:6:63 Cannot find name 'window'"),
      expect.stringContaining("globals/src/main.ts:6:76 Cannot find name 'process'. The sandbox does not have it."),
      `${join(root, 'importing/src/two.ts')}:2:14 Type 'string' is not assignable to type 'number'.`,
      expect.stringMatching(/made\/src\/main\.ts:.*"NO_SUCH_CODE"/),
    ],
  })
})

test('reports a missing compiler, and reports no problems for skills without TypeScript', async () => {
  const skill = await skillOf({ 'src/main.ts': 'export default () => ({ results: [] })\n' })
  expect(await checkTypes([skill], root)).toEqual({ kind: 'missing' })
  const plain = await skillOf({ 'src/main.js': 'export default () => ({ results: [] })\n' }, { entry: 'src/main.js' })
  expect(await checkTypes([plain], root)).toEqual({ kind: 'checked', problems: [] })
})
