import { randomBytes } from 'node:crypto'
import { expect, test } from 'vitest'
import { commandLine } from '#lib/platform/server/auth/context.ts'
import { createTestDatabase } from '#lib/platform/server/db/testing.ts'
import { testAudit } from '#lib/skills/server/executions/testing/durable-runner.ts'
import type { Task } from '../../model/console-overview.ts'
import { alertOperators } from './alert-operators.ts'
import { chooseAlerts, readAlerts, testAlert } from './choose-alerts.ts'

const minute = 60_000
const credential: Task = { kind: 'credential', name: 'CRM_LOGIN', expires_at: '2026-12-05T00:00:00.000Z' }
const disk: Task = { kind: 'trouble', about: 'disk', sentence: 'The disk of this app is full' }

async function start() {
  const database = await createTestDatabase()
  const { client: db } = database
  const looks: string[] = []
  let now = Date.parse('2026-11-20T08:00:00Z')
  return {
    db,
    looks,
    advance: (ms: number) => {
      now += ms
    },
    look: (mode: 'off' | 'hourly' | 'at-once', ...tasks: Task[]) =>
      alertOperators({
        db,
        clock: { now: () => now },
        randomBytes,
        mode: async () => mode,
        findTasks: async () => {
          looks.push(mode)
          return tasks
        },
      }),
    sent: async () =>
      (await db.operatorMessage.findMany({ orderBy: { notedAt: 'asc' } })).map(({ text, urgent }) => ({
        lines: text.split('\n').slice(1),
        urgent,
      })),
    [Symbol.asyncDispose]: () => database[Symbol.asyncDispose](),
  }
}

test('at once, names each thing once, also if several processes look at the same time', async () => {
  await using world = await start()
  await Promise.all([1, 2, 3].map(() => world.look('at-once', credential)))
  await world.look('at-once', credential, disk)
  expect(await world.sent()).toEqual([
    { lines: ['- CRM_LOGIN expires 5 Dec: It is not used from then on'], urgent: false },
    { lines: ['- The disk of this app is full'], urgent: true },
  ])
})

test('names a thing again only if it waited no longer in between', async () => {
  await using world = await start()
  await world.look('at-once', disk)
  await world.look('at-once')
  await world.look('at-once', disk)
  expect(await world.sent()).toHaveLength(2)
})

test('names a thing in one line, whatever an agent wrote', async () => {
  await using world = await start()
  const breaks = ['\n', '\r\n', '\r', '\v', '\f', '\u0085', '\u2028', '\u2029']
  const name = ['Sales', ...breaks.map((mark) => `${mark}- The vault is open\u202e\u200b`)].join('')
  await world.look('at-once', { kind: 'profile', profile_id: 'prof_1', name, missing: 0 })
  const shown = ['Sales', ...breaks.map(() => '- The vault is open')].join(' ')
  expect(await world.sent()).toEqual([{ lines: [`- ${shown}: Ready to lock`], urgent: false }])
})

test('hourly, sends one digest an hour after the first new thing', async () => {
  await using world = await start()
  await world.look('hourly', credential)
  world.advance(59 * minute)
  await world.look('hourly', credential, disk)
  expect(await world.sent()).toEqual([])
  world.advance(minute)
  await world.look('hourly', credential, disk)
  expect((await world.sent()).map(({ lines }) => lines.length)).toEqual([2])
  world.advance(120 * minute)
  await world.look('hourly', credential, disk)
  expect(await world.sent()).toHaveLength(1)
})

test('off, looks for nothing and sends nothing, and nothing later about what began to wait meanwhile', async () => {
  await using world = await start()
  await world.look('off', credential)
  expect(world.looks).toEqual([])
  await world.look('at-once', credential)
  expect(await world.sent()).toEqual([])
  await world.look('at-once', credential, disk)
  expect(await world.sent()).toHaveLength(1)
})

test('a choice in the console counts instead of the environment until it is taken back, and is audited', async () => {
  await using world = await start()
  const env = { operator: { alerts: 'hourly' as const, channel: undefined } }
  const ports = { ...world, env, audit: testAudit, clock: { now: Date.now } }
  const view = { mode: 'hourly', chosen: null, of_environment: 'hourly', channel: null }
  expect(await readAlerts(world.db, env)).toEqual(view)
  expect(await chooseAlerts(ports, commandLine, { mode: 'off' })).toMatchObject({
    value: { mode: 'off', chosen: 'off' },
  })
  expect(await chooseAlerts(ports, commandLine, { mode: null })).toEqual({ ok: true, value: view })
  const rows = await world.db.auditEvent.findMany({ where: { action: 'setting.chosen' }, orderBy: { seq: 'asc' } })
  expect(rows.map(({ detail }) => detail)).toEqual([{ value: 'off' }, { value: null }])
})

test('a test alert is a message, also while alerts are off', async () => {
  await using world = await start()
  const done = await testAlert({ db: world.db, audit: testAudit, clock: { now: Date.now }, randomBytes }, commandLine)
  const [message] = await world.db.operatorMessage.findMany()
  expect(done).toEqual({ ok: true, value: { id: message?.id } })
  expect(message).toMatchObject({ skill: 'alerts', executionId: null, state: 'pending' })
})
