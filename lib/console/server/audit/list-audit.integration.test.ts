import { randomBytes } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import type { ActingPrincipal } from '#lib/platform/model/actor.ts'
import { auditKeysOf } from '#lib/platform/server/audit/audit-macs.ts'
import { openAuditTrail } from '#lib/platform/server/audit/open-audit-trail.ts'
import { appPrincipal } from '#lib/platform/server/auth/principal.ts'
import { emptyTestDatabase } from '#lib/platform/server/db/testing.ts'
import { AuditPage, type AuditQuery } from '../../model/console-audit.ts'
import { listAudit } from './list-audit.ts'

const now = Date.parse('2026-11-20T14:32:00Z')

async function openTrail() {
  const database = await emptyTestDatabase()
  const dataDir = await mkdtemp(join(tmpdir(), 'travel-audit-'))
  const db = database.client
  const audit = await openAuditTrail({
    db,
    keys: auditKeysOf({ encryptionKey: randomBytes(32) }),
    dataDir,
    clock: { now: () => now },
    log: { warn: () => {}, error: () => {} },
  })
  const record = (action: string, subject: string, ago = 0, by: ActingPrincipal = appPrincipal) =>
    db.$transaction((tx) =>
      audit.record(tx, {
        at: new Date(now - ago * 60_000),
        by,
        action,
        subject,
        detail: { of: subject },
      }),
    )
  const page = async (query: AuditQuery = {}) => {
    const listed = await listAudit({ db, audit }, query)
    if (!listed.ok) throw new Error(listed.error.message)
    return AuditPage.parse(listed.value)
  }
  return {
    db,
    audit,
    record,
    page,
    async [Symbol.asyncDispose]() {
      await audit[Symbol.asyncDispose]()
      await database[Symbol.asyncDispose]()
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}

test('the pages contain each row once, the latest first, even if rows have the same time', async () => {
  await using trail = await openTrail()
  for (let n = 0; n < 120; n += 1) await trail.record('credential.changed', `KEY_${n}`, Math.floor(n / 10))
  const seen: string[] = []
  for (let after: string | null | undefined; after !== null; ) {
    const { rows, next } = await trail.page({ about: 'credential', ...(after === undefined ? {} : { after }) })
    seen.push(...rows.map(({ subject }) => subject))
    after = next
  }
  expect(seen).toHaveLength(120)
  expect(new Set(seen)).toHaveLength(120)
  expect(seen.slice(0, 10).sort()).toEqual(Array.from({ length: 10 }, (_, n) => `KEY_${n}`))
  const minutesAgo = seen.map((subject) => Math.floor(Number(subject.slice('KEY_'.length)) / 10))
  expect(minutesAgo).toEqual(minutesAgo.toSorted((a, b) => a - b))
})

test('filters by topic, subject and days, and separates decisions from executions', async () => {
  await using trail = await openTrail()
  await trail.record('skill.started', 'exec_1', 5)
  await trail.record('skill.disabled', 'flight-search', 4)
  await trail.record('operator_token.reissued', 'token', 3)
  await trail.record('profile.locked', 'prof_1', 2 * 24 * 60)
  const actions = async (query: AuditQuery) => (await trail.page(query)).rows.map(({ action }) => action)
  expect(await actions({ about: 'executions' })).toEqual(['skill.started'])
  expect(await actions({ about: 'skill' })).toEqual(['skill.disabled'])
  expect(await actions({ about: 'operator' })).toEqual(['operator_token.reissued'])
  expect(await actions({ about: 'decisions', from: '2026-11-20' })).toEqual([
    'audit_trail.opened',
    'operator_token.reissued',
    'skill.disabled',
  ])
  expect(await actions({ to: '2026-11-18' })).toEqual(['profile.locked'])
  expect(await actions({ subject: 'exec_1' })).toEqual(['skill.started'])
})

test('a row shows who acted and its position in the signed tree', async () => {
  await using trail = await openTrail()
  const key = { slug: 'voice', keyHash: 'k', skills: [], source: 'main', createdBy: 'main' }
  await trail.db.user.create({ data: { id: 'user_1', email: 'mila@example.com', name: 'Mila' } })
  await trail.db.agentKey.create({ data: { id: 'agent_1', ...key, revokedAt: new Date(now) } })
  await trail.db.profile.create({
    data: { id: 'prof_1', tokenHash: 'p', sealed: '', keyId: '', description: 'Reports' },
  })
  const by: [id: string, name: string | null][] = [
    ['user_1', 'Mila'],
    ['user_gone', 'user_gone'],
    ['agent_1', 'voice'],
    ['prof_1', 'Reports'],
    ['main', null],
    ['app', null],
    ['public', null],
  ]
  for (const [index, [id]] of by.entries())
    await trail.record('profile.revoked', 'prof_1', index, { id, source: 'main' })
  const waiting = await trail.page({ about: 'profile' })
  expect(waiting.rows.map(({ by: { actor, name } }) => [actor?.kind, name])).toEqual([
    ['operator', 'Mila'],
    ['operator', 'user_gone'],
    ['agent_key', 'voice'],
    ['profile', 'Reports'],
    ['command', null],
    ['app', null],
    ['anonymous', null],
  ])
  expect(waiting.rows.every(({ place }) => place === null)).toBe(true)
  await trail.audit.follow()
  const { rows, head, problems } = await trail.page({ about: 'profile' })
  expect(rows.map(({ place }) => place).sort()).toEqual([1, 2, 3, 4, 5, 6, 7])
  expect(head?.size).toBe(8)
  expect(problems).toEqual([])
  expect(rows[0]?.detail).toBe('{"of":"prof_1"}')
})

test('shows the problems that the app found in the trail', async () => {
  await using trail = await openTrail()
  await trail.db.$executeRaw`delete from audit_tree_heads`
  await trail.record('profile.revoked', 'prof_1')
  await trail.audit.follow()
  expect((await trail.page()).problems).not.toEqual([])
})

test('rejects a malformed cursor, and names the field', async () => {
  await using trail = await openTrail()
  for (const after of ['x', '1.lane', "1.lane'-1", '99999999999999.lane-1']) {
    const refused = await listAudit(trail, { after })
    expect(refused).toMatchObject({ ok: false, error: { details: { after: expect.any(String) } } })
  }
})
