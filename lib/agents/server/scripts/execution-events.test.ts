import { expect, test, vi } from 'vitest'
import { createExecutionEvents } from './execution-events.ts'

/** Longer than the test timeout, so that a wait that is not woken fails the test. */
const longMs = 600_000

function openEvents() {
  const sent: string[] = []
  const sql = { $executeRaw: async (_: unknown, ...values: unknown[]) => sent.push(String(values[1])) }
  const events = createExecutionEvents({ db: Object({ sql }), log: { warn: () => {} } })
  return { events, sent }
}

test('a change between the start of the watch and the wait is not missed', async () => {
  const { events } = openEvents()
  using watch = events.watch('one')
  events.changed('one')
  await watch.within(longMs)
})

test('a message from another process wakes the watchers of its execution, and no others', async () => {
  const { events } = openEvents()
  using one = events.watch('one')
  using other = events.watch('other')
  const woken: string[] = []
  const waiting = one.within(longMs).then(() => woken.push('one'))
  const stop = new AbortController()
  const still = other.within(longMs, stop.signal).then(() => woken.push('other'))
  events.heard(JSON.stringify({ changed: ['one'] }))
  await waiting
  expect(woken).toEqual(['one'])
  stop.abort()
  await still
})

test('announces many changes to other processes in few messages, each below the size limit', async () => {
  const { events, sent } = openEvents()
  for (let n = 0; n < 450; n += 1) events.changed(`exec_${String(n).padStart(22, '0')}`)
  await vi.waitFor(() => expect(sent.length).toBe(3), { timeout: 30_000 })
  expect(sent.every((message) => Buffer.byteLength(message) < 8000)).toBe(true)
  expect(new Set(sent.flatMap((message) => JSON.parse(message).changed)).size).toBe(450)
})

test('a process that has left is announced to those that take its work over, and to nobody else', async () => {
  const { events, sent } = openEvents()
  const asked: unknown[] = []
  events.onEnd((one) => asked.push(one))
  const stop = events.onLeft(() => asked.push('left'))
  await events.left('inst_one')
  events.heard(sent[0] ?? '')
  stop()
  events.heard(sent[0] ?? '')
  expect(asked).toEqual(['left'])
})

test('scripts that wait are announced in one message, which all others serve, and also those of a process that left', async () => {
  const [own, other] = [openEvents(), openEvents()]
  const served: string[] = []
  own.events.onWaiting(() => served.push('own'))
  other.events.onWaiting(() => served.push('other'))
  for (let n = 0; n < 3; n += 1) own.events.waiting()
  await vi.waitFor(() => expect(own.sent.length).toBe(1))
  for (const { events } of [own, other]) events.heard(own.sent[0] ?? '')
  expect(served).toEqual(['other'])
  other.events.heard(JSON.stringify({ left: 'inst_one' }))
  expect(served).toEqual(['other', 'other'])
})

test('ignores malformed messages', () => {
  const { events } = openEvents()
  const asked: unknown[] = []
  events.onEnd((one) => asked.push(one))
  for (const text of ['{}', '[]', '{"cancel":1}', '{"cancel":"one","more":1}', 'x', '']) events.heard(text)
  expect(asked).toEqual([])
  events.heard('{"cancel":"one"}')
  expect(asked).toEqual([{ cancel: 'one' }])
})
