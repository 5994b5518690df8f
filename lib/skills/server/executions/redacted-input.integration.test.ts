import { describe, expect, test } from 'vitest'
import { emptyTestDatabase, type TestDatabase } from '#lib/platform/server/db/testing.ts'
import { SkillManifest } from '#runner/contract/manifest.ts'
import { vendorKeys } from '#runner/redact/testing/made-secrets.ts'
import { createReplay } from '#runner/run/replay.ts'
import { loadedSkill } from '#runner/testing/runner-fixture.ts'
import { finishAbandoned, maxTakeovers } from './instance.ts'
import { createRecordingSource } from './recordings.ts'
import { type DurableRunner, openDurableRunner, testAudit, testSeals } from './testing/durable-runner.ts'
import { goOn, startFor } from './testing/pausing.ts'
import { shareRuntime } from './testing/shared-runtime.ts'
import { readUnfinished } from './unfinished.ts'

const runtime = shareRuntime({ workers: 1 })
const { github = '' } = vendorKeys
const mask = `[REDACTED...${github.slice(-4)}]`
const params = { note: `with ${github}`, list: [{ [github]: 1 }] }
const kept = { action: 'go', params: { note: `with ${mask}`, list: [{ [mask]: 1 }] }, config: {} }

const manifest = SkillManifest.parse({
  name: 'pasted',
  version: '1.0.0',
  description: 'Says how long a note is, before and after it waits.',
  risk_level: 'low',
  permissions: { llm: true },
  input_schema: { go: { type: 'object' } },
})
const skill = loadedSkill(
  manifest,
  `globalThis.__skill = async ({ params }) => {
    const before = params.note.length
    if (params.waits) await llm.complete('And?')
    return { results: [{ before, after: params.note.length, starts: params.note.slice(0, 10) }] }
  }`,
)
const results = [{ before: params.note.length, after: params.note.length, starts: params.note.slice(0, 10) }]

const open = (database: TestDatabase, key?: Uint8Array) =>
  openDurableRunner({ databaseUrl: database.url, skills: [skill], runtime: runtime(), ...(key ? { key } : {}) })

async function start(
  process: DurableRunner,
  { waits, durable }: { readonly waits?: boolean; readonly durable: boolean },
) {
  const asked = { action: 'go', params: { ...params, ...(waits === true && { waits }) } }
  const { id, done } = await startFor(process, 'pasted', asked, { durable })
  return { id, output: await done }
}

/** All stored rows as text. */
const stored = async ({ client }: TestDatabase) =>
  JSON.stringify(await client.execution.findMany({ include: { journal: true } }), (_, value) =>
    typeof value === 'bigint' ? String(value) : value,
  )

describe("a credential in a caller's input", () => {
  test('reaches the skill, is masked in the record, and the record is marked as redacted', async () => {
    await using database = await emptyTestDatabase()
    await using process = await open(database)
    const { id, output } = await start(process, { durable: false })
    expect(output).toMatchObject({ status: 'success', results })
    expect(await stored(database)).not.toContain(github)
    const row = await database.client.execution.findUniqueOrThrow({ where: { id } })
    expect(row).toMatchObject({ input: kept, inputRedacted: true, replay: { input_redacted: true } })

    const replay = createReplay({ ...process, recordings: createRecordingSource(database.client, testSeals) })
    const details = { input: expect.stringContaining('a credential in the input was masked') }
    expect(await replay(id)).toMatchObject({ kind: 'refused', error: { code: 'REPLAY_DIVERGED', details } })
  })

  test('is stored sealed, and is available again when a durable execution resumes', async () => {
    await using database = await emptyTestDatabase()
    await using first = await open(database)
    await using second = await open(database)
    const { id, output } = await start(first, { durable: true, waits: true })
    expect(output).toEqual({ status: 'suspended' })
    expect(await stored(database)).not.toContain(github)
    expect(await stored(database)).toContain('sealed_input')

    const answer = { kind: 'value', value: 'Yes.' } as const
    expect(await goOn(second, id, answer)).toMatchObject({ status: 'success', results })
    const all = await stored(database)
    expect(all).not.toContain(github)
    expect(all).not.toContain('sealed_input')
    expect(all).toContain('input_redacted')
  })

  test("is lost without the instance's key, so the execution ends with an error", async () => {
    await using database = await emptyTestDatabase()
    await using first = await open(database)
    await using other = await open(database, new Uint8Array(32).fill(9))
    const { id } = await start(first, { durable: true, waits: true })
    const answer = { kind: 'value', value: 'Yes.' } as const
    expect(await goOn(other, id, answer)).toMatchObject({ status: 'error', error: { code: 'INTERNAL' } })
    expect(await stored(database)).not.toContain('sealed_input')
  })

  test('is deleted once its execution can no longer be resumed', async () => {
    await using database = await emptyTestDatabase()
    const db = database.client
    const gone = await open(database)
    const { id } = await start(gone, { durable: true, waits: true })
    expect(await readUnfinished(db, testSeals, id, 'suspended')).toMatchObject({
      recording: { sealed_input: expect.any(String) },
    })
    await db.execution.update({ where: { id }, data: { status: 'running', takeovers: maxTakeovers } })
    await gone[Symbol.asyncDispose]()
    expect(await finishAbandoned(db, 'inst_new', testAudit)).toBe(1)
    expect(await stored(database)).not.toContain('sealed_input')
  })
})

test('stores an input without a credential unchanged', async () => {
  await using database = await emptyTestDatabase()
  await using process = await open(database)
  const started = await startFor(process, 'pasted', { action: 'go', params: { note: 'a b' } })
  await started.done
  const row = await database.client.execution.findUniqueOrThrow({ where: { id: started.id } })
  expect(row).toMatchObject({ input: { params: { note: 'a b' } }, inputRedacted: false })
  expect(await stored(database)).not.toMatch(/sealed_input|input_redacted/)
})
