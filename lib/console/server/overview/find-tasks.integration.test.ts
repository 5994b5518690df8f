import { expect, test } from 'vitest'
import { createTestDatabase } from '#lib/platform/server/db/testing.ts'
import { findTasks } from './find-tasks.ts'
import { quietPorts } from './testing/quiet-ports.ts'

const now = new Date('2026-11-20T14:32:00Z')
const message = {
  seq: 0,
  skill: 'send-message',
  principalId: 'agent_1',
  text: 'Call back',
  urgent: false,
  notedAt: now,
}

test('counts urgent messages until they arrive or are read, and groups deliveries that failed alike', async () => {
  await using database = await createTestDatabase()
  const { client: db } = database
  const failed = { state: 'delivery_failed' as const, channel: 'webhook', lastError: 'status 503' }
  await db.operatorMessage.createMany({
    data: [
      { ...message, id: 'msg_1', executionId: 'exec_1', urgent: true, state: 'kept' },
      { ...message, id: 'msg_2', executionId: 'exec_2', urgent: true, state: 'delivered' },
      { ...message, id: 'msg_3', executionId: 'exec_3', urgent: true, state: 'kept', readAt: now },
      { ...message, ...failed, id: 'msg_4', executionId: 'exec_4' },
      { ...message, ...failed, id: 'msg_5', executionId: 'exec_5' },
      // An alert about a failed alert would never end.
      { ...message, ...failed, id: 'msg_6', executionId: null, urgent: true },
    ],
  })
  const { tasks } = await findTasks({ ...quietPorts, db }, now)
  expect(tasks).toEqual([
    { kind: 'message', id: 'msg_1', skill: 'send-message', noted_at: now.toISOString() },
    { kind: 'delivery', channel: 'webhook', error: 'status 503', count: 2 },
  ])
})

test('reports a full disk, an altered audit trail, and an hour with many more failures than before', async () => {
  await using database = await createTestDatabase()
  const { client: db } = database
  const fail = (count: number, minutesAgo: number) =>
    db.execution.createMany({
      data: Array.from({ length: count }, (_, index) => ({
        ...{ id: `exec_${minutesAgo}_${index}`, skill: 'x', version: '1.0.0', skillDigest: 'd', action: 'a' },
        ...{ principalId: 'user_1', source: 'main', trust: 'full', status: 'error' as const, errorCode: 'TIMEOUT' },
        ...{ input: {}, instanceId: '', startedAt: new Date(now.getTime() - minutesAgo * 60_000) },
      })),
    })
  const ports = {
    ...{ ...quietPorts, db },
    diskRoom: { problem: () => 'The disk is full' },
    audit: { problems: () => ['row a-1 differs'] },
  }
  await fail(19, 10)
  expect((await findTasks(ports, now)).tasks.map((task) => task.kind === 'trouble' && task.about)).toEqual([
    'disk',
    'audit',
  ])
  await fail(1, 20)
  expect((await findTasks(ports, now)).tasks.at(-1)).toEqual({
    kind: 'trouble',
    about: 'errors',
    sentence: '20 of 20 executions of the last hour failed',
  })
  // As many as usual.
  await fail(23 * 7, 120)
  expect((await findTasks(ports, now)).tasks_total.trouble).toBe(2)
})

test('reports a backup that failed, while backups are scheduled', async () => {
  await using database = await createTestDatabase()
  const { client: db } = database
  const [startedAt, endedAt] = [now, now]
  await db.backupRun.create({ data: { id: 'bkp_1', kind: 'backup', startedAt, endedAt, error: 'the disk is full' } })
  const found = async () => (await findTasks({ ...quietPorts, db }, now)).tasks
  expect(await found()).toEqual([])
  const target = { kind: 'folder', path: '/srv/backups' }
  await db.backupPlan.create({ data: { id: 1, isOn: true, hour: 3, keep: 7, target, changedAt: now } })
  expect(await found()).toEqual([
    { kind: 'trouble', about: 'backup', sentence: 'The last backup failed: the disk is full' },
  ])
})
