import { expect, onTestFinished, test, vi } from 'vitest'
import { createGroupRead } from './batches.ts'

test('batches the keys of one event-loop turn without duplicates, and later keys in the next batches', async () => {
  const loads: (readonly string[])[] = []
  const first = Promise.withResolvers<void>()
  const read = createGroupRead(async (keys: readonly string[]) => {
    loads.push(keys)
    if (loads.length <= 2) await first.promise
    return new Map(keys.filter((key) => key !== 'none').map((key) => [key, key.toUpperCase()]))
  })
  const early = Promise.all([read('a'), read('b'), read('a'), read('none')])
  await new Promise(setImmediate)
  const second = read('c')
  await new Promise(setImmediate)
  const late = Promise.all([read('d'), read('e')])
  await new Promise(setImmediate)
  expect(loads).toEqual([['a', 'b', 'none'], ['c']])
  first.resolve()
  expect(await early).toEqual(['A', 'B', 'A', undefined])
  expect(await second).toBe('C')
  expect(await late).toEqual(['D', 'E'])
  expect(loads[2]).toEqual(['d', 'e'])
})

test('a failed read rejects its own callers, and later reads can succeed', async () => {
  let isBroken = true
  const read = createGroupRead(async (keys: readonly number[]) => {
    if (isBroken) throw new Error('no database')
    return new Map(keys.map((key) => [key, key + 1]))
  })
  await expect(read(1)).rejects.toThrow('no database')
  isBroken = false
  expect(await read(1)).toBe(2)
})

test('collects keys for the given time', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout'] })
  onTestFinished(() => void vi.useRealTimers())
  const loads: (readonly string[])[] = []
  const load = async (keys: readonly string[]) => {
    loads.push(keys)
    return new Map(keys.map((key) => [key, key]))
  }
  const read = createGroupRead(load, 50)
  const first = read('a')
  vi.advanceTimersByTime(49)
  await new Promise(setImmediate)
  const second = read('b')
  vi.advanceTimersByTime(1)
  expect(await Promise.all([first, second])).toEqual(['a', 'b'])
  expect(loads).toEqual([['a', 'b']])
})
