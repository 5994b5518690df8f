import { setImmediate as turn } from 'node:timers/promises'
import { describe, expect, test } from 'vitest'
import { type ContainerStatus, createAvailability, problemOf } from './availability.ts'

const on: ContainerStatus = { kind: 'on', egress: 'socket' }
const off: ContainerStatus = { kind: 'off', reason: 'no engine answers', remedy: 'install one' }

function tryable(answers: ContainerStatus[]) {
  const clock = { ms: 0 }
  const changes: string[] = []
  let probes = 0
  const availability = createAvailability({
    probe: async () => {
      probes += 1
      return answers[Math.min(probes, answers.length) - 1] ?? off
    },
    now: () => clock.ms,
    retryMs: 30_000,
    changed: ({ kind }) => changes.push(kind),
  })
  return { availability, clock, changes, probes: () => probes }
}

test('probes on the first check, once for all callers', async () => {
  const { availability, probes } = tryable([on])
  expect(availability.known()).toBeUndefined()
  expect(probes()).toBe(0)
  expect(await Promise.all([availability.check(), availability.check()])).toEqual([on, on])
  expect(await availability.check()).toEqual(on)
  expect(probes()).toBe(1)
  expect(availability.known()).toEqual(on)
})

test('keeps a failed result for the retry interval, and then probes again', async () => {
  const { availability, clock, changes, probes } = tryable([off, off, on])
  expect(await availability.check()).toEqual(off)
  clock.ms = 29_999
  expect(await availability.check()).toEqual(off)
  expect(probes()).toBe(1)
  clock.ms = 30_000
  expect(await availability.check()).toEqual(off)
  clock.ms = 60_000
  expect(await availability.check()).toEqual(on)
  expect(changes).toEqual(['off', 'on'])
})

test('after doubt(), probes again in the background, at most once in five seconds', async () => {
  const { availability, clock, probes } = tryable([on, on, off])
  await availability.check()
  availability.doubt()
  await availability.check()
  expect(probes()).toBe(1)
  clock.ms = 5000
  expect(await availability.check()).toEqual(on)
  expect(probes()).toBe(2)
  availability.doubt()
  clock.ms = 10_000
  expect(await availability.check()).toEqual(on)
  expect(probes()).toBe(3)
  await turn()
  expect(availability.known()).toEqual(off)
  expect(await availability.check()).toEqual(off)
})

const closed = {
  socket: { call: 200, addresses: [], outside: 'ENETUNREACH' },
  bridge: { call: 200, addresses: ['10.213.0.4'], outside: 'EHOSTUNREACH', host: 'EHOSTUNREACH' },
} as const

describe.each(['socket', 'bridge'] as const)('a mode of egress (%s)', (egress) => {
  test('works when its gateway answers and nothing else is reachable', () => {
    expect(problemOf(closed[egress], egress)).toBeUndefined()
  })

  test.each([
    ['the gateway does not answer', { call: 'ECONNREFUSED' }],
    ['the gateway answers with another status', { call: 502 }],
    ['it has an additional address', { addresses: [...closed[egress].addresses, '172.17.0.2'] }],
    ['it has an IPv6 address', { addresses: ['fe80::1'] }],
    ['an outside host accepted a connection', { outside: 'connected' }],
    ['an outside host refused a connection', { outside: 'ECONNREFUSED' }],
    ['a connection to an outside host timed out, so a packet may have left', { outside: 'timeout' }],
    ['the connection to an outside host was not tried', { outside: undefined }],
  ])('does not work when %s', (_, found) => {
    expect(problemOf({ ...closed[egress], ...found }, egress)).toContain('not isolated')
  })
})

test.each(['connected', 'ECONNREFUSED', 'timeout', undefined])(
  'a bridge network does not work when its host answers or may answer (%s)',
  (host) => {
    expect(problemOf({ ...closed.bridge, host }, 'bridge')).toContain('not isolated')
  },
)
