import { expect, test } from 'vitest'
import { createSlots, type Slot, type Slots } from './slots.ts'

const open = () => new AbortController().signal
const options = { containers: 4, memoryMb: 1000, maxQueued: 10, now: () => 0 }

/** Executions by their names, and what becomes of them. */
function executionsOn(slots: Slots) {
  const running: string[] = []
  const refused: string[] = []
  const aborted: unknown[] = []
  const held = new Map<string, Slot>()
  const acquire = async (name: string, key: string, memoryMb: number, signal: AbortSignal) => {
    const slot = await slots.acquire(key, memoryMb, signal)
    if ('retryAfterMs' in slot) refused.push(name)
    else {
      running.push(name)
      held.set(name, slot)
    }
  }
  return {
    running,
    refused,
    aborted,
    end: (name: string) => held.get(name)?.[Symbol.dispose](),
    start: (name: string, key: string, memoryMb = 100, signal = open()): void => {
      acquire(name, key, memoryMb, signal).catch((reason: unknown) => aborted.push(reason))
    },
  }
}
const turn = () => new Promise(setImmediate)

test('at most as many containers run at once as there are slots, and the next one starts when one is gone', async () => {
  const { start, running, end } = executionsOn(createSlots(options))
  for (const name of ['a', 'b', 'c', 'd', 'e']) start(name, name)
  await turn()
  expect(running).toEqual(['a', 'b', 'c', 'd'])
  end('b')
  end('b')
  await turn()
  expect(running).toEqual(['a', 'b', 'c', 'd', 'e'])
})

test('containers together stay within the memory, and one that asks for more than all of it runs alone', async () => {
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

test('the keys take turns, and one key leaves slots for others', async () => {
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

test('a full queue refuses the newest execution of the key that has most in it, and says when to come back', async () => {
  const { start, running, refused } = executionsOn(createSlots({ ...options, containers: 1, maxQueued: 3 }))
  start('first', 'flood')
  for (const n of [1, 2, 3]) start(`flood ${n}`, 'flood')
  start('other', 'other')
  await turn()
  expect(running).toEqual(['first'])
  expect(refused).toEqual(['flood 3'])
  start('flood 4', 'flood')
  await turn()
  expect(refused).toEqual(['flood 3', 'flood 4'])
})

test('an execution that is aborted while it queues takes no slot, also when it was the next', async () => {
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
