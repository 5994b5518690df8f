import { expect, test } from 'vitest'
import { createSlots, createSlotsByOrigin, type Slot, type Slots } from './slots.ts'

const open = () => new AbortController().signal
const options = { containers: 4, memoryMb: 1000, maxQueued: 10, now: () => 0 }

/** Tracks executions and their outcomes by name. */
function executionsOn(slots: Slots) {
  const running: string[] = []
  const refused: string[] = []
  const retriesMs: number[] = []
  const aborted: unknown[] = []
  const held = new Map<string, Slot>()
  const acquire = async (name: string, key: string, memoryMb: number, signal: AbortSignal) => {
    const slot = await slots.acquire(key, memoryMb, signal)
    if ('retryAfterMs' in slot) {
      refused.push(name)
      retriesMs.push(slot.retryAfterMs)
    } else {
      running.push(name)
      held.set(name, slot)
    }
  }
  return {
    running,
    refused,
    retriesMs,
    aborted,
    end: (name: string) => held.get(name)?.[Symbol.dispose](),
    start: (name: string, key: string, memoryMb = 100, signal = open()): void => {
      acquire(name, key, memoryMb, signal).catch((reason: unknown) => aborted.push(reason))
    },
  }
}
const turn = () => new Promise(setImmediate)

test('limits the number of concurrent containers, and starts the next one when one is gone', async () => {
  const { start, running, end } = executionsOn(createSlots(options))
  for (const name of ['a', 'b', 'c', 'd', 'e']) start(name, name)
  await turn()
  expect(running).toEqual(['a', 'b', 'c', 'd'])
  end('b')
  end('b')
  await turn()
  expect(running).toEqual(['a', 'b', 'c', 'd', 'e'])
})

test('limits the total memory; a container that needs more than the total runs alone', async () => {
  const { start, running, end } = executionsOn(createSlots(options))
  start('a', 'a', 600)
  start('b', 'b', 600)
  start('c', 'c', 5000)
  await turn()
  expect(running).toEqual(['a'])
  end('a')
  await turn()
  expect(running).toEqual(['a', 'b'])
  end('b')
  await turn()
  expect(running).toEqual(['a', 'b', 'c'])
})

test('gives slots to keys in turn, and never all slots to one key', async () => {
  const { start, running, end } = executionsOn(createSlots(options))
  for (const n of [1, 2, 3, 4, 5]) start(`flood ${n}`, 'flood')
  start('other', 'other')
  start('third', 'third')
  await turn()
  expect(running).toEqual(['flood 1', 'flood 2', 'flood 3', 'other'])
  end('other')
  await turn()
  expect(running.at(-1)).toBe('third')
  end('flood 1')
  await turn()
  expect(running.at(-1)).toBe('flood 4')
})

test('a full queue rejects the newest execution of the key with the most executions, with a retry time', async () => {
  const { start, running, refused, retriesMs } = executionsOn(createSlots({ ...options, containers: 1, maxQueued: 3 }))
  start('first', 'flood')
  for (const n of [1, 2, 3]) start(`flood ${n}`, 'flood')
  start('other', 'other')
  await turn()
  expect(running).toEqual(['first'])
  expect(refused).toEqual(['flood 3'])
  start('flood 4', 'flood')
  await turn()
  expect(refused).toEqual(['flood 3', 'flood 4'])
  expect(retriesMs).toEqual([1000, 1000])
})

test('an execution aborted in the queue takes no slot, even when it is next', async () => {
  const { start, running, end, aborted } = executionsOn(createSlots(options))
  const controller = new AbortController()
  start('a', 'a', 900)
  start('b', 'b', 900, controller.signal)
  start('c', 'c', 900)
  controller.abort({ code: 'CANCELLED' })
  await turn()
  expect(aborted).toEqual([{ code: 'CANCELLED' }])
  end('a')
  await turn()
  expect(running).toEqual(['a', 'c'])
})

test('scripts have half as many slots as skills, and never take slots of skills', async () => {
  const { skills, scripts } = createSlotsByOrigin(options)
  const sent = executionsOn(scripts)
  for (const name of ['a', 'b', 'c']) sent.start(name, name)
  const installed = executionsOn(skills)
  for (const name of ['d', 'e', 'f', 'g']) installed.start(name, name)
  await turn()
  expect(sent.running).toEqual(['a', 'b'])
  expect(installed.running).toEqual(['d', 'e', 'f', 'g'])
})
