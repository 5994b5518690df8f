import { randomBytes } from 'node:crypto'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { createDatabaseClient, type DatabaseClient } from '#lib/platform/server/db/client.ts'
import { createTestDatabase } from '#lib/platform/server/db/testing.ts'
import { createSeal } from '#lib/platform/server/secrets/aes-gcm.ts'
import type { Answer, ConfirmationSubject } from '#runner/run/confirm.ts'
import { testAudit } from '../executions/testing/durable-runner.ts'
import { createConfirmations, type KeptConfirmations } from './confirmations.ts'

const subject: ConfirmationSubject = {
  digest: 'd1',
  action: 'send',
  inputHash: 'h1',
  principalId: 'user_1',
  source: 'main',
  prompt: 'Send it?',
  skill: 'notes',
  version: '1.0.0',
  input: { action: 'send', params: { text: 'private words' }, config: {} },
}
let opened: AsyncDisposableStack
let db: DatabaseClient
let nowMs = 0
let confirmations: KeptConfirmations

beforeEach(async () => {
  opened = new AsyncDisposableStack()
  const database = opened.use(await createTestDatabase())
  db = createDatabaseClient(database.url)
  opened.defer(() => db.$disconnect())
  nowMs = Date.UTC(2027, 0, 1)
  confirmations = createConfirmations({
    db,
    audit: testAudit,
    clock: { now: () => nowMs, monotonic: () => nowMs },
    randomBytes,
    seal: createSeal(new Uint8Array(32), randomBytes),
  })
})
afterEach(() => opened.disposeAsync())

const settle = (answer: Answer = {}, of = subject) => confirmations.settle(of, answer, nowMs)
/** Asks a question, and lets a second pass. Returns its id. */
async function ask(): Promise<string> {
  const settled = await settle()
  if (settled.kind !== 'asks') throw new Error('not asked')
  nowMs += 1_000
  return settled.confirmation.id
}
const kindsOf = (settled: readonly { readonly kind: string }[]) => settled.map(({ kind }) => kind).sort()
const rows = async () => (await db.auditEvent.findMany({ orderBy: { seq: 'asc' } })).map(({ action }) => action)

it.each([
  ['with its id', true],
  ['without its id', false],
])('of five concurrent yeses %s, one runs the call', async (_, isNamed) => {
  const id = await ask()
  const yes = { confirmed: true, ...(isNamed ? { named: id } : {}) }
  const settled = await Promise.all(Array.from({ length: 5 }, () => settle(yes)))
  expect(kindsOf(settled)).toEqual(['agreed', ...Array(4).fill('done')])
  expect(await settle({ named: id, confirmed: true })).toMatchObject({ kind: 'done' })
})

it('of concurrent yeses to two questions about the same call, in any order of their ids, one runs the call', async () => {
  const ids = [await ask(), await ask()]
  const named = [...ids, ...ids.toReversed(), undefined]
  const settled = await Promise.all(named.map((id) => settle({ named: id, confirmed: true })))
  expect(settled.filter(({ kind }) => kind === 'agreed')).toHaveLength(1)
})

it('of a concurrent yes and no, only one counts', async () => {
  const id = await ask()
  const [yes, no] = await Promise.all([
    settle({ named: id, confirmed: true }),
    confirmations.decline(id, { id: 'user_1', source: 'main' }),
  ])
  const isYes = yes.kind === 'agreed'
  expect(no).toBe(isYes ? 'question_used' : undefined)
  expect(yes).toEqual(isYes ? { kind: 'agreed' } : { kind: 'refused', reason: 'question_declined' })
})

it('records each question and each answer in the audit trail', async () => {
  const id = await ask()
  await settle({ named: id })
  await settle({ named: id, confirmed: true })
  await settle({ named: id, confirmed: true })
  const declined = await ask()
  await confirmations.decline(declined, { id: 'user_1', source: 'main' })
  expect((await rows()).sort()).toEqual([
    'confirmation.asked',
    'confirmation.asked',
    'confirmation.declined',
    'confirmation.given',
  ])
})

it('remembers an answered question for ten minutes after its latest answer, and then removes it', async () => {
  const id = await ask()
  nowMs += 9 * 60 * 1000
  await settle({ named: id, confirmed: true })
  nowMs += 10 * 60 * 1000
  expect(await confirmations.removeExpired()).toBe(0)
  expect(await settle({ named: id, confirmed: true })).toMatchObject({ kind: 'done' })
  nowMs += 10 * 60 * 1000
  expect(await confirmations.removeExpired()).toBe(0)
  nowMs += 1
  expect(await confirmations.removeExpired()).toBe(1)
  expect(await settle({ named: id, confirmed: true })).toEqual({ kind: 'refused', reason: 'question_unknown' })
})

it('removes an open question after ten minutes', async () => {
  await settle()
  nowMs += 10 * 60 * 1000
  expect(await confirmations.removeExpired()).toBe(0)
  nowMs += 1
  expect(await confirmations.removeExpired()).toBe(1)
})
