import { expect, it, onTestFinished, test, vi } from 'vitest'
import { currentFairKey, withFairKey } from '#runner/queue/fair-key.ts'
import { createGroupCommit, createGroupRead } from './batches.ts'

/** A store that records its batches. Each write blocks until the test calls `letGo`. */
function openStore(options: { readonly most?: number; readonly bad?: string } = {}) {
  const batches: string[][] = []
  const gates: PromiseWithResolvers<void>[] = []
  const write = async (items: readonly string[]) => {
    expect(currentFairKey()).toBe('')
    batches.push([...items])
    const gate = Promise.withResolvers<void>()
    gates.push(gate)
    await gate.promise
    if (options.bad !== undefined && items.includes(options.bad)) throw new Error(`${options.bad} cannot be stored`)
    return new Map<string, Error>(
      items.filter((item) => item === 'refused').map((item) => [item, new Error('refused')]),
    )
  }
  const turn = () => new Promise((resolve) => setImmediate(() => setImmediate(resolve)))
  const letGo = async () => {
    for (const gate of gates.splice(0)) gate.resolve()
    await turn()
  }
  return { add: createGroupCommit<string>({ write, ...options }), batches, letGo, turn }
}

it('writes the items of concurrent callers as one batch, and collects later items for the next batch', async () => {
  const { add, batches, letGo, turn } = openStore()
  const first = [add('a'), add('b')]
  await turn()
  const second = [add('c'), add('d'), add('e')]
  await turn()
  expect(batches).toEqual([['a', 'b']])
  await letGo()
  await Promise.all(first)
  expect(batches).toEqual([
    ['a', 'b'],
    ['c', 'd', 'e'],
  ])
  await letGo()
  await Promise.all(second)
})

it('resolves no item before it is written', async () => {
  const { add, letGo, turn } = openStore()
  let isDone = false
  const added = add('a').then(() => {
    isDone = true
  })
  await turn()
  expect(isDone).toBe(false)
  await letGo()
  await added
})

it('limits the number of items in a batch', async () => {
  const { add, batches, letGo, turn } = openStore({ most: 2 })
  const all = ['a', 'b', 'c'].map((item) => add(item))
  await turn()
  await letGo()
  await letGo()
  await Promise.all(all)
  expect(batches).toEqual([['a', 'b'], ['c']])
})

it('writes the item of one caller in the next batch, however many items of another wait', async () => {
  const { add, batches, letGo, turn } = openStore({ most: 100 })
  const flood = withFairKey('a', () => Array.from({ length: 300 }, (_, n) => add(`a${n}`)))
  await turn()
  const other = withFairKey('b', () => add('b'))
  await letGo()
  expect(batches.map((batch) => batch.includes('b'))).toEqual([false, true])
  for (let batch = 0; batch < 3; batch += 1) await letGo()
  await Promise.all([...flood, other])
})

it('rejects only the invalid or refused item of a batch', async () => {
  const { add, letGo, turn } = openStore({ bad: 'bad' })
  const results = Promise.allSettled(['a', 'bad', 'refused', 'b'].map((item) => add(item)))
  for (let turns = 0; turns < 4; turns += 1) {
    await turn()
    await letGo()
  }
  expect((await results).map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'rejected', 'fulfilled'])
})

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
