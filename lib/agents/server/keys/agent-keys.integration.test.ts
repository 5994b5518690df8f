import { createHash, randomBytes } from 'node:crypto'
import { afterEach, beforeEach, expect, it } from 'vitest'
import type { AuditRecord } from '#lib/platform/server/audit/audit-record.ts'
import { commandLine, contextOf } from '#lib/platform/server/auth/context.ts'
import type { DatabaseClient } from '#lib/platform/server/db/client.ts'
import { emptyTestDatabase, type TestDatabase } from '#lib/platform/server/db/testing.ts'
import { got } from '#lib/platform/server/http/testing/got.ts'
import { principalFrom } from '#runner/contract/principal.ts'
import { fixedSkills } from '#runner/core/fixed-skills.ts'
import { echoSkill } from '../tools/testing/tool-world.ts'
import { type AgentKeys, createAgentKeys } from './agent-keys.ts'

let database: TestDatabase
let db: DatabaseClient
let keys: AgentKeys
let rows: AuditRecord[]
let nowMs: number
const byOperator = contextOf(principalFrom('main', { id: 'user_o', role: 'operator' }))
const wanted = { slug: 'voice', skills: ['echo'] }

beforeEach(async () => {
  database = await emptyTestDatabase()
  db = database.client
  rows = []
  nowMs = Date.UTC(2027, 0, 1)
  const audit = { record: async (_: unknown, ...records: AuditRecord[]) => void rows.push(...records) }
  keys = createAgentKeys({ db, audit, clock: { now: () => nowMs }, randomBytes, skills: fixedSkills(echoSkill) })
})
afterEach(() => database[Symbol.asyncDispose]())

const created = async (input: object = wanted) => got(await keys.create(byOperator, input))

it('creates a key that works and stores only its hash', async () => {
  const { key, id, ...view } = await created()
  expect(key).toMatch(/^agk_[0-9A-Za-z]{22}$/)
  expect(view).toMatchObject({ slug: 'voice', skills: ['echo'], source: 'dm-unknown', state: 'active' })
  const stored = JSON.stringify([await db.agentKey.findMany(), rows])
  expect(stored).not.toContain(key)
  expect(stored).toContain(createHash('sha256').update(key).digest('hex'))
  expect(await keys.authenticate(key)).toEqual({
    slug: 'voice',
    principal: { id, role: 'agent', source: 'dm-unknown', trust: 'network' },
    skills: new Set(['echo']),
  })
})

it('gives a key exactly the source and the skills that the operator chose', async () => {
  const { key } = await created({ slug: 'desk', skills: ['*', 'echo'], source: 'group' })
  expect(await keys.authenticate(key)).toMatchObject({ principal: { source: 'group', trust: 'llm' }, skills: 'all' })
  await db.agentKey.updateMany({ data: { source: 'root' } })
  expect(await keys.authenticate(key)).toMatchObject({ principal: { source: 'public', trust: 'network' } })
})

it.each<[string, object, string]>([
  ['no skills', { slug: 'a', skills: [] }, 'skills'],
  ['a missing skills field', { slug: 'a' }, 'skills'],
  ['an unknown skill', { slug: 'a', skills: ['nothing'] }, 'skills'],
  ['a slug that is not valid in a URL', { slug: 'A b', skills: ['echo'] }, 'slug'],
  ['an unknown source', { slug: 'a', skills: ['echo'], source: 'root' }, 'source'],
])('refuses %s and names the field', async (_, input, field) => {
  expect(await keys.create(byOperator, input)).toMatchObject({
    ok: false,
    error: { details: { [field]: expect.any(String) } },
  })
  expect(rows).toEqual([])
})

it('refuses revoked, expired, unknown and malformed keys', async () => {
  const revoked = await created()
  expect(await keys.revoke(byOperator, revoked.id)).toMatchObject({ ok: true, value: { state: 'revoked' } })
  expect(await keys.revoke(byOperator, revoked.id)).toMatchObject({ ok: false, error: { code: 'NOT_FOUND' } })
  nowMs += 1
  const expiring = await created({ ...wanted, expires_in_days: 1 })
  expect(await keys.authenticate(expiring.key)).toBeDefined()
  nowMs += 24 * 60 * 60_000
  for (const token of [revoked.key, expiring.key, `agk_${'0'.repeat(22)}`, revoked.id, '', 'agk_\0']) {
    expect(await keys.authenticate(token)).toBeUndefined()
  }
  expect((await keys.list()).map(({ state }) => state)).toEqual(['expired', 'revoked'])
})

it('records who created and revoked a key, and when it was last used', async () => {
  const { id, key } = await created()
  nowMs += 5_000
  await keys.authenticate(key)
  await keys.revoke(commandLine, id)
  expect(rows).toMatchObject([
    { action: 'agent_key.created', subject: id, by: byOperator.principal, detail: { slug: 'voice', skills: ['echo'] } },
    { action: 'agent_key.revoked', subject: id, by: commandLine.principal },
  ])
  expect(await keys.list()).toMatchObject([{ last_used_at: '2027-01-01T00:00:05.000Z' }])
})
