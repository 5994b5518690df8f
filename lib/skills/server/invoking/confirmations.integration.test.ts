import { randomBytes } from 'node:crypto'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { createDatabaseClient } from '#lib/platform/server/db/client.ts'
import { createTestDatabase } from '#lib/platform/server/db/testing.ts'
import { createSeal } from '#lib/platform/server/secrets/seal.ts'
import type { ConfirmationSubject } from '#runner/run/confirm.ts'
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
let nowMs = 0
let confirmations: KeptConfirmations

beforeEach(async () => {
  opened = new AsyncDisposableStack()
  const database = opened.use(await createTestDatabase())
  const db = createDatabaseClient(database.url)
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

it('accepts a confirmation once, even if it is given twice concurrently', async () => {
  const { id, prompt } = await confirmations.ask(subject)
  expect(prompt).toBe('Send it?')
  const taken = await Promise.all(Array.from({ length: 5 }, () => confirmations.take(id, subject)))
  expect(taken.filter(Boolean)).toHaveLength(1)
  expect(await confirmations.take(id, subject)).toBe(false)
})

it.each<[string, Partial<ConfirmationSubject>]>([
  ['another release', { digest: 'd2' }],
  ['another action', { action: 'erase' }],
  ['other arguments', { inputHash: 'h2' }],
  ['another principal', { principalId: 'user_2' }],
])('rejects a confirmation for %s, and still accepts it for its own request', async (_, other) => {
  const { id } = await confirmations.ask(subject)
  expect(await confirmations.take(id, { ...subject, ...other })).toBe(false)
  expect(await confirmations.take(id, subject)).toBe(true)
})

it('if the first call claims to be confirmed, a later claim counts only after two seconds, an id at once', async () => {
  const { id } = await confirmations.ask(subject, true)
  nowMs += 1_000
  expect(await confirmations.takePending(subject, nowMs)).toBe(false)
  nowMs += 1_001
  expect(await confirmations.takePending(subject, nowMs)).toBe(true)
  expect(await confirmations.take(id, subject)).toBe(false)
  const again = await confirmations.ask(subject, true)
  expect(await confirmations.take(again.id, subject)).toBe(true)
})

it('uses up the pending confirmations of a call once, even in concurrent calls', async () => {
  expect(await confirmations.takePending(subject, nowMs)).toBe(false)
  const { id } = await confirmations.ask(subject)
  await confirmations.ask(subject)
  nowMs += 1
  expect(await confirmations.takePending({ ...subject, inputHash: 'h2' }, nowMs)).toBe(false)
  expect(await confirmations.takePending({ ...subject, principalId: 'user_2' }, nowMs)).toBe(false)
  const taken = await Promise.all(Array.from({ length: 5 }, () => confirmations.takePending(subject, nowMs)))
  expect(taken.filter(Boolean)).toHaveLength(1)
  expect(await confirmations.take(id, subject)).toBe(false)
})

it('a call cannot use a pending confirmation that was created after the call arrived', async () => {
  const arrival = confirmations.arrival()
  await confirmations.ask(subject)
  nowMs += 1
  expect(await confirmations.takePending(subject, arrival)).toBe(false)
  expect(await confirmations.takePending(subject, confirmations.arrival())).toBe(true)
})

it('rejects a declined confirmation, and lets only its own principal decline it', async () => {
  const { id } = await confirmations.ask(subject)
  await confirmations.decline(id, { id: 'user_2', source: 'main' })
  expect(await confirmations.take(id, subject)).toBe(true)
  const declined = await confirmations.ask(subject)
  await confirmations.decline(declined.id, { id: 'user_1', source: 'main' })
  expect(await confirmations.take(declined.id, subject)).toBe(false)
  nowMs += 1
  expect(await confirmations.takePending(subject, nowMs)).toBe(false)
})

it('accepts no pending confirmation after ten minutes', async () => {
  await confirmations.ask(subject)
  nowMs += 10 * 60 * 1000
  expect(await confirmations.takePending(subject, nowMs)).toBe(false)
})

it('rejects and removes a confirmation after ten minutes', async () => {
  const { id } = await confirmations.ask(subject)
  nowMs += 10 * 60 * 1000
  expect(await confirmations.take(id, subject)).toBe(false)
  nowMs += 1
  expect(await confirmations.removeExpired()).toBe(1)
})

it('rejects an unknown id', async () => {
  await confirmations.ask(subject)
  expect(await confirmations.take('conf_0000000000000000000000', subject)).toBe(false)
})
