import { existsSync, readdirSync } from 'node:fs'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { createPlaces } from '#lib/travel/server/places/places.ts'
import { createTimeOffsets } from '#lib/travel/server/places/time-offsets.ts'
import type { LoadedSkill } from '#runner/core/skill.ts'
import { loadSkillFolder } from '#runner/manifest/load-skill-folder.ts'
import { createQuickJsRuntime } from '#runner/runtimes/quickjs/create-quickjs-runtime.ts'
import type { Runtime } from '#runner/runtimes/runtime.ts'
import { flightResult } from '#runner/testing/results.ts'
import { runExamples } from './run-examples.ts'

const projectDir = process.cwd()
const silent = { debug() {}, info() {}, warn() {}, error() {} }
const timeOffsets = createTimeOffsets(createPlaces())
const trip = { origin: 'SEA', destination: 'NRT', date: '2027-03-15' }
const input = { action: 'search_flights', params: trip }
const manifest = `name: made
version: "0.1.0"
description: d
risk_level: low
capability: C-FLIGHT-SEARCH
entry: main.ts
permissions:
  network: { egress: [api.example.com] }
`
const passesOn = `export default async ({ params }) => {
  const url = 'https://api.example.com/' + params.slices[0].origin
  const answer = await fetch(url).catch(() => { throw new SkillError('API_UNAVAILABLE', 'no answer') })
  if (answer.status === 404) throw new SkillError('INVALID_INPUT', 'nobody flies from there', { field: 'origin' })
  return { results: await answer.json() }
}`

let runtime: Runtime
let root = ''
beforeAll(async () => {
  runtime = await createQuickJsRuntime({ projectRoot: projectDir, log: silent, workers: 1 })
})
afterAll(() => runtime[Symbol.asyncDispose]())
beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'travel-examples-'))
})
afterEach(() => rm(root, { recursive: true, force: true }))

async function load(folder: string): Promise<LoadedSkill> {
  const loaded = await loadSkillFolder(folder, { tier: 'local', projectDir })
  if (!loaded.ok) throw new Error(JSON.stringify(loaded.problems))
  return loaded.skill
}

/** The result of `runExamples` with these examples, for a skill that returns its provider's answers unchanged. */
async function told(examples: Record<string, unknown>, code = passesOn) {
  const folder = join(root, 'made')
  await mkdir(join(folder, 'examples'), { recursive: true })
  await writeFile(join(folder, 'skill.yaml'), manifest)
  await writeFile(join(folder, 'main.ts'), code)
  for (const [name, example] of Object.entries(examples)) {
    const text = typeof example === 'string' ? example : JSON.stringify(example)
    await writeFile(join(folder, 'examples', name), text)
  }
  const { ran, problems } = await runExamples(await load(folder), { runtime, timeOffsets })
  return [ran, ...problems.map(({ file, message }) => `${file}: ${message}`)]
}

const answering = (body: unknown, status = 200) => ({
  input,
  now: '2026-11-20T12:00:00Z',
  answers: [{ url: 'https://api.example.com/SEA', status, body }],
})

describe('the examples of a skill', () => {
  test("pass for each of the project's skills that has examples", async () => {
    const folders = readdirSync(join(projectDir, 'skills')).map((name) => join(projectDir, 'skills', name))
    const withExamples = folders.filter((folder) => existsSync(join(folder, 'examples')))
    expect(withExamples.length).toBeGreaterThan(3)
    for (const folder of withExamples) {
      expect(await runExamples(await load(folder), { runtime, timeOffsets }), folder).toEqual({ ran: 1, problems: [] })
    }
  })

  test('pass with results that match the contract, and are not part of the skill', async () => {
    expect(await told({ 'one.json': answering([flightResult()]), 'none.json': answering([]) })).toEqual([2])
    const { digest } = await load(join(root, 'made'))
    await rm(join(root, 'made/examples'), { recursive: true })
    const without = await load(join(root, 'made'))
    expect(without.digest).toBe(digest)
    expect(await runExamples(without, { runtime, timeOffsets })).toEqual({ ran: 0, problems: [] })
  })

  test('name the result and field that break the contract', async () => {
    const broken = flightResult({ price: { amount: 0, currency: 'USD' } })
    expect(await told({ 'some.json': answering([flightResult(), broken]), 'right.json': answering([]) })).toEqual([
      1,
      'examples/some.json: results.1.price.amount: must be more than 0',
    ])
    expect(await told({ 'some.json': answering([broken]) })).toEqual([
      1,
      'examples/some.json: results.0.price.amount: must be more than 0',
      expect.stringMatching(
        /^examples\/some\.json: ends with INVALID_OUTPUT: .* \(all 1 results break the contract of/,
      ),
    ])
  })

  test('report the error code and reason of a failed search', async () => {
    expect(await told({ 'refused.json': answering('', 404) })).toEqual([
      0,
      expect.stringMatching(
        /^examples\/refused\.json: ends with INVALID_INPUT: .*origin cannot be "SEA".*nobody flies/,
      ),
    ])
    const past = { ...answering([]), input: { ...input, params: { ...trip, date: '2026-11-01' } } }
    expect(await told({ 'refused.json': past })).toEqual([
      0,
      expect.stringContaining('ends with INVALID_INPUT: The request is not valid: date is past'),
    ])
  })

  test("locate a crash in the author's files", async () => {
    const code = `type Far = { near?: { here: number } }

export default async () => {
  const far: Far = {}
  return { results: [{ here: far.near!.here }] }
}`
    expect(await told({ 'one.json': answering([]) }, code)).toEqual([
      0,
      expect.stringMatching(/ends with SKILL_CRASHED: .*\(TypeError: .*; at .*\bmain\.ts:5:\d+\)?\)$/),
    ])
  })

  test('get only the answers that they define', async () => {
    expect(await told({ 'one.json': { ...answering([]), answers: [] } })).toEqual([
      0,
      'examples/one.json: has no answer for GET https://api.example.com/SEA: add one to answers',
      expect.stringContaining('ends with API_UNAVAILABLE'),
    ])
    const elsewhere = passesOn.replace('api.example.com', 'other.example.com')
    expect(await told({ 'one.json': answering([]) }, elsewhere)).toEqual([
      0,
      expect.stringMatching(
        /ends with EGRESS_BLOCKED.* not declared.*; declare it in skill\.yaml: permissions\.network\.egress is now \[api\.example\.com\]/,
      ),
    ])
    const posting = passesOn.replace('fetch(url)', "fetch(url, { method: 'POST' })")
    expect(await told({ 'one.json': answering([]) }, posting)).toEqual([
      0,
      expect.stringMatching(/ends with EGRESS_BLOCKED.*method POST is not declared; .*methods is now \[GET\]/),
    ])
  })

  test('that are invalid are listed with their problems', async () => {
    expect(
      await told({ 'a.json': '{', 'b.json': { input, answers: [{ url: 'x', body: 1 }] }, 'notes.txt': '' }),
    ).toEqual([
      0,
      expect.stringMatching(/^examples\/a\.json: is not valid JSON: /),
      'examples/b.json: answers.0.url must be an address like https://example.com/path',
    ])
  })
})
