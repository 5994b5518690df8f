import { randomBytes } from 'node:crypto'
import { expect, test } from 'vitest'
import { createTestDatabase } from '#lib/platform/server/db/testing.ts'
import type { Task } from '../../model/console-overview.ts'
import { alertOperators } from './alert-operators.ts'

const minute = 60_000
const credential: Task = { kind: 'credential', name: 'CRM_LOGIN', expires_at: '2026-12-05T00:00:00.000Z' }
const disk: Task = { kind: 'trouble', about: 'disk', sentence: 'The disk of this app is full' }

async function start() {
  const database = await createTestDatabase()
  const { client: db } = database
  let now = Date.parse('2026-11-20T08:00:00Z')
  return {
    db,
    advance: (ms: number) => {
      now += ms
    },
    look: (mode: 'off' | 'hourly' | 'at-once', ...tasks: Task[]) =>
      alertOperators({ db, clock: { now: () => now }, randomBytes, mode, findTasks: async () => tasks }),
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

test('off, sends nothing, and nothing later about what began to wait meanwhile', async () => {
  await using world = await start()
  await world.look('off', credential)
  await world.look('at-once', credential)
  expect(await world.sent()).toEqual([])
})
