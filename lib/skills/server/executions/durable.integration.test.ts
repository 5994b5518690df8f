import { once } from 'node:events'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createTestDatabase } from '#lib/platform/server/db/testing.ts'
import { runUnderKills, startProcess, startProvider, wrongChains, wrongEnds } from './testing/killed-processes.ts'

const total = 80

test('durable executions end exactly once and never repeat an answered call, however often their process is killed', async () => {
  await using database = await createTestDatabase()
  // An execution that makes no progress in several processes is ended, so every fourth process may finish its work.
  const patience = fc
    .sample(fc.integer({ min: 10, max: 160 }), 1000)
    .map((events, at) => (at % 4 === 3 ? events + 400 : events))
  const { kills, asked } = await runUnderKills(database.url, total, () => patience.pop() ?? 0)
  expect(kills).toBeGreaterThan(3)
  expect(await wrongEnds(database.client, asked)).toEqual([])
  expect(await database.client.execution.count()).toBe(total)
}, 600_000)

test('a skill of steps ends exactly once and never repeats an answered step, however often its process is killed', async () => {
  await using database = await createTestDatabase()
  const chains = 24
  const patience = fc
    .sample(fc.integer({ min: 5, max: 60 }), 1000)
    .map((events, at) => (at % 4 === 0 ? events + 200 : events))
  const { kills, asked } = await runUnderKills(database.url, chains, () => patience.pop() ?? 0, 'chain')
  expect(kills).toBeGreaterThan(1)
  expect(await wrongChains(database.client, asked)).toEqual([])
  expect(await database.client.execution.count({ where: { skill: 'chain', status: { not: 'running' } } })).toBe(chains)
  const steps = await database.client.execution.findMany({ where: { skill: { not: 'chain' } } })
  expect(steps.every(({ partOf }) => partOf?.startsWith('exec_'))).toBe(true)
}, 600_000)

test('takes over the executions of a killed process on the same database', async () => {
  await using database = await createTestDatabase()
  // Each makes 16 provider events, so the first process is killed long before its executions have ended.
  const [own, others] = [24, 16]
  let events = 0
  let kill: (() => void) | undefined
  const begun = Promise.withResolvers<void>()
  await using provider = await startProvider((number) => {
    if (number >= own) return
    begun.resolve()
    events += 1
    if (events === 100) kill?.()
  })
  const doomed = startProcess(database.url, provider.url, 0, own)
  kill = () => doomed.kill('SIGKILL')
  const killed = once(doomed, 'exit')
  // The second process starts only now: it exits when no execution runs, so it could exit before the first one begins.
  await begun.promise
  const other = startProcess(database.url, provider.url, own, own + others)
  const [[code], [otherCode]] = await Promise.all([killed, once(other, 'exit')])
  expect([code, otherCode]).toEqual([null, 0])
  expect(await wrongEnds(database.client, provider.asked)).toEqual([])
  expect(await database.client.execution.count({ where: { takeovers: 1 } })).toBeGreaterThan(0)
}, 600_000)
