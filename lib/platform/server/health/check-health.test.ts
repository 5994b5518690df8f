import { expect, test } from 'vitest'
import { createHealthCheck, HealthProblem } from './check-health.ts'

const fine = async () => {}
const off = { status: 'off', reason: 'no engine answers', remedy: 'install one' } as const
const measured = { status: 'on', memory: 'measured' } as const
const broken = async () => {
  throw new Error('broken')
}

type Ports = Parameters<typeof createHealthCheck>[0]
const checkOf = (probes: Partial<Ports['probes']> = {}, ports: Partial<Ports> = {}) =>
  createHealthCheck({
    probes: { database: fine, runner: fine, gateway: fine, disk: fine, ...probes },
    containers: () => off,
    programs: () => measured,
    now: () => 0,
    onFailure() {},
    ...ports,
  })

test('reports ok when every part works', async () => {
  const check = checkOf()
  expect(await check()).toEqual({
    status: 'ok',
    checks: { database: 'ok', runner: 'ok', gateway: 'ok', disk: 'ok' },
    containers: off,
    programs: measured,
  })
})

test('names a failing part, keeps the results of the others and logs the reason', async () => {
  const failures: [string, unknown][] = []
  const check = checkOf({ database: broken }, { onFailure: (name, cause) => failures.push([name, cause]) })
  expect(await check()).toEqual({
    status: 'failing',
    checks: { database: 'failing', runner: 'ok', gateway: 'ok', disk: 'ok' },
    containers: off,
    programs: measured,
  })
  expect(failures).toEqual([['database', new Error('broken')]])
})

test('reports a part that does not answer as failing, after a timeout', async () => {
  const check = checkOf({ runner: () => new Promise(() => {}) }, { timeoutMs: 1 })
  expect((await check()).checks.runner).toBe('failing')
})

test('publishes only problems that are meant for everyone', async () => {
  const full = async () => {
    throw new HealthProblem('The disk is full: make room.')
  }
  const check = checkOf({ database: broken, disk: full })
  expect(await check()).toEqual({
    status: 'failing',
    checks: { database: 'failing', runner: 'ok', gateway: 'ok', disk: 'failing' },
    problems: ['The disk is full: make room.'],
    containers: off,
    programs: measured,
  })
})

test('a process that stops is draining at once, whatever the checks say', async () => {
  const stopping = new AbortController()
  const check = checkOf({}, { draining: stopping.signal })
  expect(await check()).toMatchObject({ status: 'ok' })
  stopping.abort()
  expect(await check()).toMatchObject({ status: 'draining', checks: { database: 'ok' } })
})

test('caches the result until it is stale', async () => {
  let time = 0
  let runs = 0
  const count = async () => {
    runs++
  }
  const check = checkOf({ database: count }, { now: () => time })
  await Promise.all([check(), check()])
  time = 999
  await check()
  expect(runs).toBe(1)
  time = 1000
  await check()
  expect(runs).toBe(2)
})
