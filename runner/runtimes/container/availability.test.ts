import { setImmediate as turn } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { type ContainerStatus, createAvailability } from './availability.ts'

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
