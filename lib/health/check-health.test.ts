import { expect, test } from 'vitest'
import { createHealthCheck } from './check-health.ts'

const fine = async () => {}
const off = { status: 'off', reason: 'no engine answers', remedy: 'install one' } as const
const containers = () => off
const broken = async () => {
  throw new Error('broken')
}

test('all parts that work are ok', async () => {
  const check = createHealthCheck({
    probes: { database: fine, runner: fine, gateway: fine },
    containers,
    now: () => 0,
    onFailure() {},
  })
  expect(await check()).toEqual({
    status: 'ok',
    checks: { database: 'ok', runner: 'ok', gateway: 'ok' },
    containers: off,
  })
})

test('a part that fails is named, the others keep their verdict, and the reason goes to the log', async () => {
  const failures: string[] = []
  const check = createHealthCheck({
    probes: { database: broken, runner: fine, gateway: fine },
    containers,
    now: () => 0,
    onFailure: (name) => failures.push(name),
  })
  expect(await check()).toEqual({
    status: 'failing',
    checks: { database: 'failing', runner: 'ok', gateway: 'ok' },
    containers: off,
  })
  expect(failures).toEqual(['database'])
})

test('a part that does not answer fails, and nobody hangs', async () => {
  const check = createHealthCheck({
    probes: { database: fine, runner: () => new Promise(() => {}), gateway: fine },
    containers,
    now: () => 0,
    onFailure() {},
    timeoutMs: 1,
  })
  expect((await check()).checks.runner).toBe('failing')
})

test('an answer is given again until it is old', async () => {
  let time = 0
  let runs = 0
  const count = async () => {
    runs++
  }
  const check = createHealthCheck({
    probes: { database: count, runner: fine, gateway: fine },
    containers,
    now: () => time,
    onFailure() {},
  })
  await Promise.all([check(), check()])
  expect(runs).toBe(1)
  time = 1000
  await check()
  expect(runs).toBe(2)
})
