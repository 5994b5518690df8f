import { randomBytes } from 'node:crypto'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { DatabaseClient } from '#lib/platform/server/db/client.ts'
import { emptyTestDatabase, type TestDatabase } from '#lib/platform/server/db/testing.ts'
import { newId } from '#runner/contract/ids.ts'
import { principalFrom } from '#runner/contract/principal.ts'
import type { SkillOutput } from '#runner/contract/skill-io.ts'
import { createMemory } from './create-memory.ts'

let database: TestDatabase
let db: DatabaseClient
beforeEach(async () => {
  database = await emptyTestDatabase()
  db = database.client
})
afterEach(() => database[Symbol.asyncDispose]())

const newUser = async () => {
  const id = newId('user', randomBytes)
  await db.user.create({ data: { id } })
  return principalFrom('main', { id, role: 'operator' })
}
const agent = principalFrom('main', { id: 'agent_voice', role: 'agent' })
const day = (n: number) => new Date(Date.UTC(2026, 2, n))

type Call = { skill?: string; params?: object; status?: 'success' | 'error'; message?: string; at?: Date }
async function called(principalId: string, { skill = 'rates', params = {}, status = 'success', message, at }: Call) {
  const output: SkillOutput = {
    status: 'success',
    skill,
    version: '1.0.0',
    results: [{ text: 'a result of a stranger' }],
    ...(message === undefined ? {} : { message }),
    metadata: { query_time_ms: 1, cached: false, fetched_at: '2026-03-01T00:00:00Z', partial: false },
  }
  await db.execution.create({
    data: {
      id: newId('exec', randomBytes),
      skill,
      version: '1.0.0',
      skillDigest: 'd',
      action: 'look',
      principalId,
      source: 'main',
      trust: 'full',
      status,
      input: { action: 'look', params, config: {} },
      output,
      startedAt: at ?? day(1),
      instanceId: 'inst',
    },
  })
}

test('recalls searches and calls of the caller, newest first, with messages of calls but without results', async () => {
  const ada = await newUser()
  const note = { kind: 'flights', from: 'SEA', to: 'NRT', start: '2026-03-15', end: '2026-03-22' }
  await db.keptSearch.create({ data: { userId: ada.id, note: JSON.stringify(note), searchedAt: day(2) } })
  const stay = { kind: 'hotels', from: 'AUA', to: null, start: '2026-04-01', end: '2026-04-08' }
  await db.keptSearch.create({ data: { userId: ada.id, note: JSON.stringify(stay), searchedAt: day(4) } })
  await called(ada.id, { params: { base: 'EUR' }, message: 'One euro is 1.1 dollars.', at: day(3) })
  expect(await createMemory(db)(ada, { query: '', limit: 5 })).toEqual([
    '2026-03-04T00:00:00.000Z searched hotels in AUA, 2026-04-01 to 2026-04-08',
    '2026-03-03T00:00:00.000Z called rates look with {"base": "EUR"}: One euro is 1.1 dollars.',
    '2026-03-02T00:00:00.000Z searched flights from SEA to NRT, 2026-03-15 to 2026-03-22',
  ])
})

test('finds entries with every word of the query, in any case and order', async () => {
  await called(agent.id, { params: { to: 'Aruba' }, message: 'Warm.' })
  await called(agent.id, { params: { to: 'Bonaire' }, message: 'Warm.' })
  const recall = async (query: string) => (await createMemory(db)(agent, { query, limit: 5 })).length
  expect(await recall('warm ARUBA')).toBe(1)
  expect(await recall('warm')).toBe(2)
  expect(await recall('2026-03-01 aruba')).toBe(1)
  expect(await recall('2026-03-02')).toBe(0)
  expect(await recall('aruba bonaire')).toBe(0)
  expect(await recall(`%' or true --`)).toBe(0)
})

test('recalls no calls of other principals, no failed calls and no scripts', async () => {
  await called('agent_other', { message: 'secret' })
  await called(agent.id, { status: 'error', message: 'failed' })
  await called(agent.id, { skill: 'script', message: 'script' })
  expect(await createMemory(db)(agent, { query: '', limit: 20 })).toEqual([])
})

test('returns the newest entries up to the limit, and truncates long params', async () => {
  for (const n of [1, 2, 3]) await called(agent.id, { params: { n, text: 'x'.repeat(5000) }, at: day(n) })
  const found = await createMemory(db)(agent, { query: 'called', limit: 2 })
  expect(found.map((entry) => /with \{"n": (\d), "text": "x/.exec(entry)?.[1])).toEqual(['3', '2'])
  for (const entry of found) expect(entry.length).toBeLessThan(700)
})
