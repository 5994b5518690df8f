import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { AuditRecord } from '#lib/platform/server/audit/audit-record.ts'
import { commandLine as operator } from '#lib/platform/server/auth/context.ts'
import type { DatabaseClient } from '#lib/platform/server/db/client.ts'
import { emptyTestDatabase } from '#lib/platform/server/db/testing.ts'
import { testAudit } from '#lib/skills/server/executions/testing/durable-runner.ts'
import { messageRowsOf, noteMessages } from '#lib/skills/server/messages/note-messages.ts'
import { type LogLine, recordingLog } from '#runner/egress/testing/engine-fixture.ts'
import type { MessageQuery } from '../../model/operator-message-view.ts'
import type { Channel } from './channel.ts'
import { openReceiver, type Reply } from './channels/testing/receiver.ts'
import { createManageMessages, type ManageMessages } from './manage-messages.ts'
import { openChannel } from './open-channel.ts'
import { openDeliveries } from './open-deliveries.ts'

const secret = 's3cret-token-of-the-channel'
const clock = { now: () => Date.now() }

let opened: AsyncDisposableStack
let url: string
let db: DatabaseClient
let rows: AuditRecord[]
let audit: typeof testAudit

beforeEach(async () => {
  opened = new AsyncDisposableStack()
  const database = opened.use(await emptyTestDatabase())
  url = database.url
  db = database.client
  // The next test installs the queue itself.
  opened.defer(async () => void (await db.$executeRaw`drop schema if exists graphile_worker cascade`))
  rows = []
  audit = {
    ...testAudit,
    record: async (tx, ...records) => {
      rows.push(...records)
      await testAudit.record(tx, ...records)
    },
  }
})
afterEach(() => opened.disposeAsync())

/** Stores messages in the same way as the app does when an execution ends. */
async function note(...texts: string[]): Promise<string[]> {
  const messages = texts.map((text, seq) => ({ seq, text, urgent: false }))
  const of = {
    executionId: `exec_${Math.random()}`,
    skill: 'send-message',
    principal: operator.principal,
    notedAt: new Date(),
  }
  const noted = messageRowsOf(messages, of)
  await db.$transaction(async (tx) => audit.record(tx, ...(await noteMessages(tx, noted))))
  return noted.map(({ id }) => id)
}

async function webhook(reply: () => Reply | undefined) {
  const receiver = opened.use(await openReceiver(reply))
  const channel = openChannel({ kind: 'webhook', url: `${receiver.url}/${secret}`, token: secret })
  return { receiver, channel }
}

async function deliveries(channel: Channel | undefined) {
  const lines: LogLine[] = []
  const log = recordingLog(lines)
  const queue = opened.use(await openDeliveries({ databaseUrl: url, db, audit, channel, clock, log }))
  const manage = createManageMessages({ db, audit, clock, channel: channel?.name })
  return { lines, queue, manage }
}

async function shownBy(manage: ManageMessages, query: MessageQuery = {}) {
  const page = await manage.list(query)
  if (!page.ok) throw new Error(page.error.message)
  return page.value
}

const stateOf = async (id: string) => (await db.operatorMessage.findUniqueOrThrow({ where: { id } })).state
const waitFor = (id: string, state: string) => vi.waitFor(async () => expect(await stateOf(id)).toBe(state), 60_000)

test('delivers each message once, whether it was stored before the first start or while the app runs', async () => {
  const [early = ''] = await note('early')
  const { receiver, channel } = await webhook(() => ({}))
  await deliveries(channel)
  const [late = ''] = await note('late')
  await Promise.all([waitFor(early, 'delivered'), waitFor(late, 'delivered')])
  expect(receiver.received.map(({ body }) => Object(body).text).sort()).toEqual(['early', 'late'])
  expect(rows.filter(({ subject }) => subject === late).map(({ action }) => action)).toEqual([
    'message.noted',
    'message.delivered',
  ])
})

test('marks a message whose delivery failed, keeps it, and tries again after a wait', async () => {
  let attempts = 0
  const { receiver, channel } = await webhook(() => ({ status: ++attempts < 2 ? 503 : 200 }))
  const { manage } = await deliveries(channel)
  const [id = ''] = await note('Hello')
  // Reads the message and its state together, because the next attempt follows within seconds.
  const failed = await vi.waitFor(async () => {
    const [message] = (await shownBy(manage)).messages
    const last_error = 'The webhook answered with status 503'
    expect(message).toMatchObject({ state: 'delivery_failed', attempts: 1, last_error, channel: 'webhook' })
    return message
  }, 60_000)
  expect(Date.parse(failed?.next_attempt_at ?? '')).toBeGreaterThan(Date.parse(failed?.tried_at ?? ''))
  await waitFor(id, 'delivered')
  expect(receiver.received.map(({ headers }) => headers['idempotency-key'])).toEqual([id, id])
  expect((await shownBy(manage)).messages).toMatchObject([{ attempts: 2, last_error: null, next_attempt_at: null }])
  expect(rows.map(({ action }) => action)).toEqual(['message.noted', 'message.delivery_failed', 'message.delivered'])
})

test('an operator can retry immediately, even after the last automatic attempt', async () => {
  let isUp = false
  const { channel } = await webhook(() => ({ status: isUp ? 200 : 500 }))
  const { manage } = await deliveries(channel)
  const [id = ''] = await note('Hello')
  await waitFor(id, 'delivery_failed')
  // No automatic attempt is left.
  await vi.waitFor(async () => {
    const done = await db.$executeRaw`
      update graphile_worker._private_jobs set attempts = max_attempts where key = ${id} and locked_at is null`
    expect(done).toBe(1)
  }, 60_000)
  expect((await shownBy(manage)).messages).toMatchObject([{ state: 'delivery_failed', next_attempt_at: null }])
  isUp = true
  expect(await manage.retry(operator, id)).toMatchObject({
    ok: true,
    value: { state: 'pending', by: { actor: { kind: 'command' }, name: null } },
  })
  await waitFor(id, 'delivered')
  expect(await manage.retry(operator, id)).toMatchObject({ ok: false, error: { code: 'CONFLICT' } })
  expect(await manage.retry(operator, 'msg_unknown')).toMatchObject({ ok: false, error: { code: 'NOT_FOUND' } })
  expect(rows.map(({ action }) => action)).toContain('message.retried')
})

test('without a channel, stores messages as undelivered, and delivers them once a channel exists', async () => {
  const without = await deliveries(undefined)
  const [id = ''] = await note('Hello')
  await waitFor(id, 'kept')
  expect(await shownBy(without.manage)).toMatchObject({ channel: null, undelivered: 1, messages: [{ state: 'kept' }] })
  await without.queue[Symbol.asyncDispose]()
  const { receiver, channel } = await webhook(() => ({}))
  await deliveries(channel)
  await waitFor(id, 'delivered')
  expect(receiver.received).toHaveLength(1)
})

test('after a restore, which brings no jobs, the attempts that are left follow, but no more', async () => {
  const [retried = '', ended = ''] = await note('retried', 'ended')
  const failed = { state: 'delivery_failed', channel: 'webhook', lastError: 'down', triedAt: new Date() } as const
  await db.operatorMessage.update({ where: { id: retried }, data: { ...failed, attempts: 1 } })
  await db.operatorMessage.update({ where: { id: ended }, data: { ...failed, attempts: 12 } })
  const { channel, receiver } = await webhook(() => ({ status: 503 }))
  const { queue } = await deliveries(channel)
  const maxAttempts = () => db.$queryRaw`
    select key, max_attempts from graphile_worker.jobs where attempts = 1 and locked_at is null`
  await vi.waitFor(async () => expect(await maxAttempts()).toEqual([{ key: retried, max_attempts: 11 }]), 60_000)
  await queue[Symbol.asyncDispose]()
  expect(new Set(receiver.received.map(({ body }) => Object(body).text))).toEqual(new Set(['retried']))
  const up = await webhook(() => ({}))
  await deliveries(up.channel)
  await waitFor(retried, 'delivered')
  expect(await stateOf(ended)).toBe('delivery_failed')
})

test('a start neither hastens the next attempt of a message nor adds attempts', async () => {
  const { channel } = await webhook(() => ({ status: 503 }))
  const { queue } = await deliveries(channel)
  const [id = ''] = await note('Hello')
  await waitFor(id, 'delivery_failed')
  await queue[Symbol.asyncDispose]()
  await db.$executeRaw`
    update graphile_worker._private_jobs set run_at = now() + interval '6 hours', attempts = 7 where key = ${id}`
  const job = () => db.$queryRaw`select run_at, attempts, max_attempts from graphile_worker.jobs where key = ${id}`
  const before = await job()
  expect(before).toMatchObject([{ attempts: 7, max_attempts: 12 }])
  const again = await deliveries(channel)
  await again.queue[Symbol.asyncDispose]()
  expect(await job()).toEqual(before)
})

test('no secret of the channel reaches the log, the rows or the audit trail', async () => {
  const { channel } = await webhook(() => ({ status: 401, body: { error: secret } }))
  const { lines, queue } = await deliveries(channel)
  const faulty: Channel = { name: 'webhook', deliver: () => Promise.reject(new Error(`at ${secret}`)) }
  const [id = ''] = await note('Hello')
  await waitFor(id, 'delivery_failed')
  await queue[Symbol.asyncDispose]()
  const second = await deliveries(faulty)
  const [other = ''] = await note('Again')
  await waitFor(other, 'delivery_failed')
  const kept = await db.operatorMessage.findMany()
  const jobs = await db.$queryRaw`select * from graphile_worker._private_jobs`
  const all = JSON.stringify([lines, second.lines, rows, kept, jobs], (_, value) =>
    typeof value === 'bigint' ? String(value) : value instanceof Error ? String(value.stack) : value,
  )
  expect(all).toContain('status 401')
  expect(all).not.toContain(secret)
})

test('a transaction that rolls back stores no message and no delivery', async () => {
  const { receiver, channel } = await webhook(() => ({}))
  await deliveries(channel)
  const of = { executionId: 'exec_lost', skill: 'send-message', principal: operator.principal, notedAt: new Date() }
  const lost = messageRowsOf([{ seq: 0, text: 'lost', urgent: false }], of)
  await expect(
    db.$transaction(async (tx) => {
      await noteMessages(tx, lost)
      throw new Error('the execution could not be recorded')
    }),
  ).rejects.toThrow('could not be recorded')
  const [id = ''] = await note('kept')
  await waitFor(id, 'delivered')
  expect(receiver.received.map(({ body }) => Object(body).text)).toEqual(['kept'])
  expect(await db.operatorMessage.count()).toBe(1)
})

test('the pages contain each message once, the undelivered ones first', async () => {
  const manage = createManageMessages({ db, audit, clock, channel: undefined })
  for (let at = 0; at < 120; at += 1) await note(`number ${at}`)
  const all = await db.operatorMessage.findMany({ orderBy: [{ notedAt: 'desc' }, { id: 'desc' }] })
  const delivered = all.filter((_, at) => at % 3 === 0).map(({ id }) => id)
  await db.operatorMessage.updateMany({ where: { id: { in: delivered } }, data: { state: 'delivered' } })
  const isDelivered = new Set(delivered)
  const seen: string[] = []
  let after: string | null = null
  const sizes: number[] = []
  do {
    const page = await shownBy(manage, after === null ? {} : { after })
    seen.push(...page.messages.map(({ id }) => id))
    sizes.push(page.messages.length)
    after = page.next
    expect(page.undelivered).toBe(80)
  } while (after !== null)
  expect(sizes).toEqual([50, 50, 20])
  expect(seen).toEqual(
    [...all.filter(({ id }) => !isDelivered.has(id)), ...all.filter(({ id }) => isDelivered.has(id))].map(
      ({ id }) => id,
    ),
  )
})

test.each(['', 'open', 'open.1.exec_1', "open.1.msg_1' or true", 'delivered.99999999999999.msg_1'])(
  'rejects the cursor %j, which no page returns',
  async (after) => {
    const manage = createManageMessages({ db, audit, clock, channel: undefined })
    expect(await manage.list({ after })).toMatchObject({ ok: false, error: { code: 'INVALID_INPUT' } })
  },
)

test('an operator marks a message as read or unread, and a deleted one is never delivered', async () => {
  const { receiver, channel } = await webhook(() => ({}))
  const manage = createManageMessages({ db, audit, clock, channel: 'webhook' })
  const [lost = '', kept = ''] = await note('lost', 'kept')
  expect(await manage.markRead(lost, true)).toMatchObject({ ok: true, value: { is_read: true } })
  expect(await manage.markRead(lost, false)).toMatchObject({ ok: true, value: { is_read: false } })
  expect(await manage.remove(operator, lost)).toMatchObject({ ok: true })
  expect(rows.filter(({ subject }) => subject === lost)).toMatchObject([
    { action: 'message.noted' },
    { action: 'message.deleted', detail: { state: 'pending' } },
  ])
  for (const gone of [manage.remove(operator, lost), manage.markRead(lost, true)])
    expect(await gone).toMatchObject({ ok: false, error: { code: 'NOT_FOUND' } })
  await deliveries(channel)
  await waitFor(kept, 'delivered')
  expect(receiver.received.map(({ body }) => Object(body).text)).toEqual(['kept'])
})
