import { expect, test } from 'vitest'
import { createHealthCheck, HealthProblem } from './check-health.ts'

const fine = async () => {}
const off = { status: 'off', reason: 'no engine answers', remedy: 'install one' } as const
const containers = () => off
const measured = { status: 'on', memory: 'measured' } as const
const programs = () => measured
const broken = async () => {
  throw new Error('broken')
}

test('reports ok when every part works', async () => {
  const check = createHealthCheck({
    probes: { database: fine, runner: fine, gateway: fine, disk: fine },
    containers,
    programs,
    now: () => 0,
    onFailure() {},
  })
  expect(await check()).toEqual({
    status: 'ok',
    checks: { database: 'ok', runner: 'ok', gateway: 'ok', disk: 'ok' },
    containers: off,
    programs: measured,
  })
})

test('names a failing part, keeps the results of the others and logs the reason', async () => {
  const failures: [string, unknown][] = []
  const check = createHealthCheck({
    probes: { database: broken, runner: fine, gateway: fine, disk: fine },
    containers,
    programs,
    now: () => 0,
    onFailure: (name, cause) => failures.push([name, cause]),
  })
  expect(await check()).toEqual({
    status: 'failing',
    checks: { database: 'failing', runner: 'ok', gateway: 'ok', disk: 'ok' },
    containers: off,
    programs: measured,
  })
  expect(failures).toEqual([['database', new Error('broken')]])
})

test('reports a part that does not answer as failing, after a timeout', async () => {
  const check = createHealthCheck({
    probes: { database: fine, runner: () => new Promise(() => {}), gateway: fine, disk: fine },
    containers,
    programs,
    now: () => 0,
    onFailure() {},
    timeoutMs: 1,
  })
  expect((await check()).checks.runner).toBe('failing')
})

test('publishes only problems that are meant for everyone', async () => {
  const full = async () => {
    throw new HealthProblem('The disk is full: make room.')
  }
  const check = createHealthCheck({
    probes: { database: broken, runner: fine, gateway: fine, disk: full },
    containers,
    programs,
    now: () => 0,
    onFailure() {},
  })
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
  const check = createHealthCheck({
    probes: { database: fine, runner: fine, gateway: fine, disk: fine },
    containers,
    programs,
    draining: stopping.signal,
    now: () => 0,
    onFailure() {},
  })
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
  const check = createHealthCheck({
    probes: { database: count, runner: fine, gateway: fine, disk: fine },
    containers,
    programs,
    now: () => time,
    onFailure() {},
  })
  await Promise.all([check(), check()])
  time = 999
  await check()
  expect(runs).toBe(1)
  time = 1000
  await check()
  expect(runs).toBe(2)
})
