import { once } from 'node:events'
import { expect, test } from 'vitest'
import { createTestDatabase } from '#lib/platform/server/db/testing.ts'
import {
  type Moment,
  runUnderKills,
  startProcess,
  startProvider,
  wrongChains,
  wrongEnds,
} from './testing/killed-processes.ts'

/** So few that a kill leaves work for the next one: at the first effect, all that run may have sent theirs. */
const atOnce = 4

/** Kills at these moments. The benchmark `chaos` kills at random ones. */
function inTurn(...moments: readonly Moment[]) {
  const left = [...moments]
  return () => left.shift() ?? Number.POSITIVE_INFINITY
}

test('durable executions end exactly once and never repeat an answered call, however often their process is killed', async () => {
  await using database = await createTestDatabase()
  const total = 16
  // Of about 256 events.
  const moments = inTurn(30, 'at an effect', 25, 'at an effect')
  const { kills, asked } = await runUnderKills(database.url, total, moments, { atOnce })
  expect(kills).toBe(4)
  expect(await wrongEnds(database.client, asked)).toEqual([])
  expect(await database.client.execution.count()).toBe(total)
  expect(await database.client.execution.count({ where: { errorCode: 'INTERRUPTED' } })).toBeGreaterThanOrEqual(2)
}, 600_000)

test('a skill of steps ends exactly once and never repeats an answered step, however often its process is killed', async () => {
  await using database = await createTestDatabase()
  const chains = 8
  // Of about 64 events.
  const moments = inTurn(9, 'at an effect', 11)
  const { kills, asked } = await runUnderKills(database.url, chains, moments, { skill: 'chain', atOnce })
  expect(kills).toBe(3)
  expect(await wrongChains(database.client, asked)).toEqual([])
  const ofChain = (where: object) => database.client.execution.count({ where: { skill: 'chain', ...where } })
  expect(await ofChain({ status: { not: 'running' } })).toBe(chains)
  expect(await ofChain({ errorCode: 'INTERRUPTED' })).toBeGreaterThanOrEqual(1)
  const steps = await database.client.execution.findMany({ where: { skill: { not: 'chain' } } })
  expect(steps.every(({ partOf }) => partOf?.startsWith('exec_'))).toBe(true)
}, 600_000)

test('takes over the executions of a killed process on the same database', async () => {
  await using database = await createTestDatabase()
  // Each makes 16 provider events, so the first process is killed long before its executions have ended.
  const [own, others] = [8, 4]
  let events = 0
  let kill: (() => void) | undefined
  const begun = Promise.withResolvers<void>()
  await using provider = await startProvider((number) => {
    if (number >= own) return
    begun.resolve()
    events += 1
    if (events === 40) kill?.()
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
