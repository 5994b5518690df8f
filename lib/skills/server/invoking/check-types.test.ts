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

async function skillOf(files: Record<string, string>, entry = 'src/main.ts') {
  const folder = join(root, 'made')
  await mkdir(join(folder, 'src'), { recursive: true })
  const manifest = `name: made\nversion: "0.1.0"\ndescription: d\nrisk_level: low\nentry: ${entry}\n`
  for (const [file, text] of Object.entries({ 'skill.yaml': manifest, ...files })) {
    await writeFile(join(folder, file), text)
  }
  const loaded = await loadSkillFolder(folder, { tier: 'local', projectDir })
  if (!loaded.ok) throw new Error(JSON.stringify(loaded.problems))
  return loaded.skill
}

test('reports type errors, with file and line, in the files that the entry imports and in no other file', async () => {
  const skill = await skillOf({
    'src/main.ts': `import { two } from './two.ts'\nexport default () => ({ results: [{ two }] })\n`,
    'src/two.ts': `\nexport const two: number = 'two'\n`,
    'src/unused.ts': `export const one: number = 'one'\n`,
  })
  expect(await checkTypes([skill], projectDir)).toEqual({
    kind: 'checked',
    problems: [`${join(root, 'made/src/two.ts')}:2:14 Type 'string' is not assignable to type 'number'.`],
  })
})

test('accepts the globals of the sandbox without an import, and reports globals that it lacks', async () => {
  const skill = await skillOf({
    'src/main.ts': `export default async ({ params }: { params: Record<string, unknown> }) => {
  const query = new URLSearchParams({ base: String(params.base) })
  const answer = await fetch(\`https://api.example.com/?\${query}\`, { headers: { key: secrets.get('KEY') } })
  if (!answer.ok) throw new SkillError('API_UNAVAILABLE', 'down')
  console.log(await time.offset([['SEA', '2027-01-15T10:00:00']]))
  return { results: [{ host: new URL('https://a').host, page: window, env: process.env }] }
}
`,
  })
  const check = await checkTypes([skill], projectDir)
  expect(check.kind === 'checked' && check.problems).toEqual([
    expect.stringContaining("main.ts:6:63 Cannot find name 'window'"),
    expect.stringContaining("main.ts:6:76 Cannot find name 'process'. The sandbox does not have it."),
  ])
})

test('resolves the types of the SDK from any folder, under both import names', async () => {
  const skill = await skillOf({
    'src/main.ts': `import { createMoney } from '#runner/sdk/money.ts'
import { defineSkill } from 'travel.aw/sdk'
export default defineSkill(async (_call, { SkillError }) => {
  if (createMoney('USD') === undefined) throw new SkillError('NO_SUCH_CODE', 'x')
  return { results: [] }
})
`,
  })
  const check = await checkTypes([skill], projectDir)
  expect(check.kind === 'checked' && check.problems).toEqual([expect.stringContaining('"NO_SUCH_CODE"')])
})

test("the project's own skills have no type errors", async () => {
  const { names } = await readListedSkills(join(projectDir, 'skills'))
  expect(names).toContain('flight-search')
  const skills = await Promise.all(
    [...names].map(async (name) => {
      const loaded = await loadSkillFolder(join(projectDir, 'skills', name), { tier: 'local', projectDir })
      if (!loaded.ok) throw new Error(JSON.stringify(loaded.problems))
      return loaded.skill
    }),
  )
  expect(await checkTypes(skills, projectDir)).toEqual({ kind: 'checked', problems: [] })
})

test('reports a missing compiler, and reports no problems for skills without TypeScript', async () => {
  const skill = await skillOf({ 'src/main.ts': 'export default () => ({ results: [] })\n' })
  expect(await checkTypes([skill], root)).toEqual({ kind: 'missing' })
  const plain = await skillOf({ 'src/main.js': 'export default () => ({ results: [] })\n' }, 'src/main.js')
  expect(await checkTypes([plain], root)).toEqual({ kind: 'checked', problems: [] })
})
