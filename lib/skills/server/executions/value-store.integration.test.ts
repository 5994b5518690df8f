import { createHash, randomBytes } from 'node:crypto'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { dumpDatabase } from '#lib/platform/server/backup/dump-database.ts'
import { linesOf } from '#lib/platform/server/backup/testing/lines-of.ts'
import { createTestDatabase, type TestDatabase } from '#lib/platform/server/db/testing.ts'
import { ExecutionId, newId } from '#runner/contract/ids.ts'
import { type Principal, principalFrom } from '#runner/contract/principal.ts'
import type { SkillOutput } from '#runner/contract/skill-io.ts'
import type { LoadedSkill } from '#runner/core/skill.ts'
import { createReplay } from '#runner/run/replay.ts'
import { loadedSkill } from '#runner/testing/runner-fixture.ts'
import { testManifest } from '#runner/testing/test-manifest.ts'
import { createRecordingSource } from './recordings.ts'
import { openDurableRunner, testSeals } from './testing/durable-runner.ts'
import { createValueStore } from './value-store.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database[Symbol.asyncDispose]())

const ownerOf = (id: string, skill = 'notes') => ({
  skill,
  principal: principalFrom('dm-approved', { id, role: 'agent' }),
})
const storeOf = () => createValueStore(database.client)
const someone = () => ownerOf(newId('prof', randomBytes))

test('a store belongs to one skill and one principal', async () => {
  const store = storeOf()
  const [ada, ben] = [someone(), someone()]
  await store.put(ada, 'k', '"of ada"')
  await store.put(ben, 'k', '"of ben"')
  expect(await store.get(ada, 'k')).toBe('"of ada"')
  expect(await store.get(ben, 'k')).toBe('"of ben"')
  expect(await store.get({ ...ada, skill: 'other' }, 'k')).toBeUndefined()
  await store.put(ada, 'k', undefined)
  expect(await store.get(ada, 'k')).toBeUndefined()
  expect(await store.get(ben, 'k')).toBe('"of ben"')
})

test('a store of an agent outlives the replacement of its key, and a key with another source does not read it', async () => {
  const key = async (slug: string, source: string) => {
    const id = newId('agent', randomBytes)
    const data = { id, slug, keyHash: id, skills: ['*'], source, createdBy: 'user_o' }
    await database.client.agentKey.create({ data })
    return ownerOf(id)
  }
  const store = storeOf()
  const [before, after] = [await key('voice', 'main'), await key('voice', 'main')]
  await store.put(before, 'k', '1')
  expect(await store.get(after, 'k')).toBe('1')
  await store.put(after, 'k', '2')
  expect(await store.get(before, 'k')).toBe('2')
  for (const other of [await key('voice', 'dm-approved'), await key('desk', 'main')]) {
    expect(await store.get(other, 'k')).toBeUndefined()
  }
})

test('keeps any text unchanged, also text that PostgreSQL cannot store in jsonb', async () => {
  const owner = someone()
  const text = JSON.stringify({ b: '\u0000 \ud800 "\\ 𝒳', a: 1e300 })
  await storeOf().put(owner, 'a/ü "\\', text)
  expect(await storeOf().get(owner, 'a/ü "\\')).toBe(text)
})

const step = fc.record({
  key: fc.nat({ max: 300 }).map((n) => `k${n}`),
  size: fc.option(fc.oneof(fc.nat({ max: 300 }), fc.nat({ max: 70_000 })), { freq: 6 }),
})

test('never has more than 256 keys or 64 KB, and changes nothing when it refuses', async () => {
  const store = storeOf()
  await fc.assert(
    fc.asyncProperty(fc.integer({ min: 0, max: 256 }), fc.array(step, { maxLength: 12 }), async (filled, steps) => {
      const owner = someone()
      const { skill, principal } = owner
      const start = Array.from({ length: filled }, (_, n) => ({ key: `s${n}`, value: '0' }))
      const storedAt = new Date()
      await database.client.storedValue.createMany({
        data: start.map((row) => ({ ...row, skill, principalId: principal.id, storedAt })),
      })
      const model = new Map(start.map(({ key, value }) => [key, value]))
      const bytesOf = () => [...model].reduce((sum, [key, value]) => sum + key.length + value.length, 0)
      for (const { key, size } of steps) {
        const before = model.get(key)
        const value = size === null ? undefined : 'x'.repeat(size)
        if (value === undefined) model.delete(key)
        else model.set(key, value)
        const limit = model.size > 256 ? 'keys' : value !== undefined && bytesOf() > 65_536 ? 'bytes' : undefined
        if (limit !== undefined && before === undefined) model.delete(key)
        if (limit !== undefined && before !== undefined) model.set(key, before)
        expect(await store.put(owner, key, value)).toBe(limit)
      }
      const rows = await database.client.storedValue.findMany({ where: { skill, principalId: principal.id } })
      expect(new Map(rows.map(({ key, value }) => [key, value]))).toEqual(model)
    }),
    { numRuns: 12 },
  )
})

test('concurrent executions cannot exceed a limit together', async () => {
  const owner = someone()
  const keys = Array.from({ length: 300 }, (_, n) => `k${n}`)
  const answers = await Promise.all(keys.map((key) => storeOf().put(owner, key, '1')))
  expect(answers.filter((limit) => limit === undefined)).toHaveLength(256)
  expect(answers.filter((limit) => limit === 'keys')).toHaveLength(44)
  const big = someone()
  const parts = await Promise.all(keys.slice(0, 10).map((key) => storeOf().put(big, key, 'x'.repeat(10_000))))
  expect(parts.filter((limit) => limit === undefined)).toHaveLength(6)
})

test('the values of an account are deleted with it, and none can be stored afterwards; backups have them', async () => {
  const id = newId('user', randomBytes)
  await database.client.user.create({ data: { id } })
  await storeOf().put(ownerOf(id), 'k', '"a mark of the test"')
  const { tables, rows } = await dumpDatabase(database.url, async (dump) => ({
    tables: dump.tables.map(({ name }) => name),
    rows: await linesOf(dump.rowsOf('stored_values')),
  }))
  expect(tables).toContain('stored_values')
  expect(rows.join()).toContain('a mark of the test')
  await database.client.user.delete({ where: { id } })
  expect(await storeOf().get(ownerOf(id), 'k')).toBeUndefined()
  await expect(storeOf().put(ownerOf(id), 'k', '1')).rejects.toThrow()
})

/** Returns what it had stored, and stores what it was asked to. */
function skillNamed(name: string): LoadedSkill {
  const code = `globalThis.__skill = async ({ params }) => {
    const had = await kv.get('last')
    await kv.put('last', params.next)
    return { results: [{ had: JSON.stringify(had) }] }
  }`
  const digest = createHash('sha256').update(`${name} ${code}`).digest('hex')
  return loadedSkill(testManifest({ name, permissions: { storage: true } }), code, digest)
}

test('a later execution of the same skill and principal reads the value, no other does, and a replay stores nothing', async () => {
  const { client: db, url: databaseUrl } = database
  await using process = await openDurableRunner({ databaseUrl, skills: [skillNamed('notes'), skillNamed('other')] })
  const replay = createReplay({ ...process, recordings: createRecordingSource(db, testSeals) })
  const ask = (skill: string, principal: Principal, next: object) =>
    process.runner.execute(skill, { action: 'go', params: { next: { ...next } }, config: {} }, { principal })
  const hadOf = (output: SkillOutput) => (output.status === 'success' ? output.results : output)
  const ada = principalFrom('main', { id: 'agent_ada', role: 'agent' })
  const ben = principalFrom('dm-approved', { id: 'agent_ben', role: 'agent' })

  // The keys of an object keep their order, which a replay sees too.
  expect(hadOf(await ask('notes', ada, { zz: 1, y: 2 }))).toEqual([{ had: 'null' }])
  expect(hadOf(await ask('notes', ada, { a: 3 }))).toEqual([{ had: '{"zz":1,"y":2}' }])
  expect(hadOf(await ask('notes', ben, { b: 4 }))).toEqual([{ had: 'null' }])
  expect(hadOf(await ask('other', ada, { c: 5 }))).toEqual([{ had: 'null' }])

  const rows = await db.storedValue.findMany({ orderBy: { storedAt: 'asc' } })
  const executions = await db.execution.findMany({ where: { principalId: ada.id, skill: 'notes' } })
  expect(executions).toHaveLength(2)
  for (const { id } of executions) {
    expect(await replay(ExecutionId.parse(id))).toMatchObject({ kind: 'same', hostCalls: 2 })
  }
  expect(await db.storedValue.findMany({ orderBy: { storedAt: 'asc' } })).toEqual(rows)

  const guest = principalFrom('public', { id: 'public', role: 'guest' })
  expect(await ask('notes', guest, {})).toMatchObject({ status: 'error', error: { code: 'TRUST_EXCEEDED' } })
})
