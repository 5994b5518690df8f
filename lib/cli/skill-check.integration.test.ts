import { readdirSync } from 'node:fs'
import { mkdir, mkdtempDisposable, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Ajv from 'ajv'
import addFormats from 'ajv-formats'
import { expect, it } from 'vitest'
import { z } from 'zod'
import { sarifSchema } from '#gates/testing/sarif-schema.ts'
import { findProjectRoot } from '#lib/platform/server/env/project-root.ts'
import { runHere } from './testing/run-command.ts'

const root = findProjectRoot()
const scenario = (name: string) => join('gates/scenarios', name)

const check = (...args: string[]) => runHere(['skill', 'check', ...args])

const ajv = new Ajv({ strict: false })
addFormats(ajv)
const isSarif = ajv.compile(sarifSchema)
const Region = z.object({ startLine: z.number() })
const Location = z.object({
  physicalLocation: z.object({ artifactLocation: z.object({ uri: z.string() }), region: Region }),
})
const Result = z.object({ ruleId: z.string(), level: z.string(), locations: z.tuple([Location]) })
const Results = z.object({
  runs: z.tuple([z.object({ results: z.array(Result) })]),
})
const Json = z.object({
  triage: z.string(),
  skills: z.array(z.object({ verdict: z.string(), gates: z.record(z.string(), z.object({ verdict: z.string() })) })),
})

it.each([
  ['clean-search', 0, 'admit'],
  ['undeclared-egress', 1, 'block'],
  ['hard-coded-pii', 1, 'block'],
  ['booking-without-confirmation', 1, 'block'],
])('example %s exits with code %i: the travel gate decides %s, the others admit', async (name, code, verdict) => {
  const answer = await check(scenario(name), '--json')
  expect(answer.code).toBe(code)
  const { triage, skills } = Json.parse(JSON.parse(answer.out))
  expect(triage).toContain('Scanning is triage')
  expect(skills).toMatchObject([
    { verdict, gates: { scanner: { verdict: 'admit' }, travel: { verdict }, manifest: { verdict: 'admit' } } },
  ])
})

it('writes SARIF 2.1.0 with one error for each fault in the examples', async () => {
  const names = ['clean-search', 'undeclared-egress', 'hard-coded-pii', 'booking-without-confirmation']
  const { code, out } = await check('--sarif', ...names.map(scenario))
  expect(code).toBe(1)
  const log: unknown = JSON.parse(out)
  expect(isSarif(log), ajv.errorsText(isSarif.errors)).toBe(true)
  const { results } = Results.parse(log).runs[0]
  const faults = results.map(({ ruleId, level, locations: [{ physicalLocation }] }) => {
    const { artifactLocation, region } = physicalLocation
    return `${level} ${ruleId} ${artifactLocation.uri}:${region.startLine}`
  })
  expect(faults).toEqual([
    'error TRAVEL-002 gates/scenarios/undeclared-egress/src/main.py:8',
    'error TRAVEL-001 gates/scenarios/hard-coded-pii/src/main.py:8',
    'error TRAVEL-001 gates/scenarios/hard-coded-pii/src/main.py:10',
    'error TRAVEL-001 gates/scenarios/hard-coded-pii/src/main.py:11',
    'error TRAVEL-003 gates/scenarios/booking-without-confirmation/skill.yaml:15',
  ])
})

it('states that a scan cannot replace the sandbox', async () => {
  const { code, out } = await check(scenario('clean-search'))
  expect(code).toBe(0)
  expect(out).toContain('Scanning is triage: it finds known behavior. The sandbox is the wall.')
})

it('--gate runs a single gate, so that CI can run each gate as its own job', async () => {
  expect(await check('--gate', 'scanner', scenario('undeclared-egress'))).toMatchObject({ code: 0 })
  expect(await check('--gate', 'travel', scenario('undeclared-egress'))).toMatchObject({ code: 1 })
})

it('admits every skill of the project', async () => {
  const { code, out } = await check('--json')
  const { skills } = Json.parse(JSON.parse(out))
  const folders = readdirSync(join(root, 'skills'), { withFileTypes: true }).filter((entry) => entry.isDirectory())
  // base-image is not a skill.
  expect(skills.length).toBe(folders.length - 1)
  expect([code, [...new Set(skills.map(({ verdict }) => verdict))]]).toEqual([0, ['admit']])
})

it('applies a valid suppression, and names the line of an invalid one', async () => {
  await using made = await mkdtempDisposable(join(tmpdir(), 'travel-check-'))
  const folder = made.path
  const file = join(folder, 'accepted.yaml')
  const entry = {
    rule: 'TRAVEL-002',
    skill: 'undeclared-egress',
    reason: 'the statistics are agreed',
    expires: '2999-12-31',
  }
  const write = (part: object) => writeFile(file, JSON.stringify([{ ...entry, ...part }], null, 1))
  await write({})
  expect(await check('--suppressions', file, scenario('undeclared-egress'))).toMatchObject({ code: 0 })
  await write({ expires: '2020-01-01' })
  expect(await check('--suppressions', file, scenario('undeclared-egress'))).toMatchObject({ code: 1 })
  await write({ rule: 'TRAVEL-02' })
  expect(await check('--suppressions', file, scenario('undeclared-egress'))).toMatchObject({
    code: 1,
    err: expect.stringMatching(/accepted\.yaml:3:\d+ \[0\]\.rule: TRAVEL-02 is not a rule: did you mean TRAVEL-002\?/),
  })
})

it('ignores a suppressions file inside the skill, unless --suppressions names it', async () => {
  await using made = await mkdtempDisposable(join(tmpdir(), 'travel-check-'))
  const folder = made.path
  const skill = join(folder, 'lesson')
  await mkdir(skill)
  await writeFile(join(skill, 'SKILL.md'), '---\nname: lesson\ndescription: Helps.\n---\n')
  await writeFile(join(skill, 'run.py'), 'eval(input())\n')
  const entry = { skill: 'lesson', reason: 'it runs in a lesson only', expires: '2999-12-31' }
  const accepted = ['EVALUATES-INPUT', 'EXECUTES-VALUE-PYTHON'].map((rule) => ({ rule, ...entry }))
  const inside = join(skill, 'gates.suppressions.yaml')
  await writeFile(inside, JSON.stringify(accepted))
  expect(await check(skill)).toMatchObject({ code: 1 })
  expect(await check('--suppressions', inside, skill)).toMatchObject({ code: 0 })
})

it('rejects --suppressions with a file that does not exist', async () => {
  expect(await check('--suppressions', 'no-such-file.yaml', scenario('clean-search'))).toMatchObject({
    code: 1,
    err: '--suppressions: the file no-such-file.yaml does not exist.\n',
  })
})

it('shows how to suppress a finding that needs a review', async () => {
  await using made = await mkdtempDisposable(join(tmpdir(), 'travel-check-'))
  const folder = made.path
  await writeFile(join(folder, 'SKILL.md'), '---\nname: x\ndescription: Helps.\n---\n')
  await writeFile(join(folder, 'a\u001b[2J.md'), '# a')
  const { code, out } = await check(folder)
  expect([code, out]).toEqual([0, expect.stringContaining('- { rule: FILE-ODD-NAME, skill: ')])
  expect(out).toContain('gates.suppressions.yaml')
})

it('rejects a path that is not a folder', async () => {
  expect(await check('no-such-folder')).toMatchObject({
    code: 1,
    err: 'no-such-folder is not a folder: name the folder of a skill.\n',
  })
})
