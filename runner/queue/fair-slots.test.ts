import { setImmediate } from 'node:timers/promises'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { currentFairKey, keepFairKey, withFairKey } from './fair-key.ts'
import { createFairSlots, mostOfOneKey } from './fair-slots.ts'

test('admits at most `width` callers at once, each key in its order of arrival, even if some of them throw', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.scheduler(),
      fc.integer({ min: 1, max: 4 }),
      fc.array(fc.record({ key: fc.constantFrom('a', 'b', 'c'), fails: fc.boolean() }), { maxLength: 20 }),
      async (scheduler, width, callers) => {
        const slots = createFairSlots({ width, ofOneKey: mostOfOneKey(width) })
        const arrived: string[] = []
        const begun: string[] = []
        const inside: string[] = []
        const settled = Promise.allSettled(
          callers.map(async ({ key, fails }, index) => {
            await scheduler.schedule(Promise.resolve(), `${index} arrives`)
            arrived.push(`${key}${index}`)
            using _slot = await slots.take(undefined, key)
            begun.push(`${key}${index}`)
            inside.push(key)
            expect(inside.length).toBeLessThanOrEqual(width)
            expect(inside.filter((one) => one === key).length).toBeLessThanOrEqual(mostOfOneKey(width))
            await scheduler.schedule(Promise.resolve(), `${index} is done`)
            inside.splice(inside.indexOf(key), 1)
            if (fails) throw new Error('failed')
          }),
        )
        await scheduler.waitFor(settled)
        expect((await settled).map(({ status }) => status === 'rejected')).toEqual(callers.map(({ fails }) => fails))
        for (const key of ['a', 'b', 'c']) {
          const own = (name: string) => name.startsWith(key)
          expect(begun.filter(own)).toEqual(arrived.filter(own))
        }
        expect(slots.waiting).toBe(0)
      },
    ),
  )
})

test('a caller waits for at most one turn of another, who has 300 waiting', async () => {
  const slots = createFairSlots({ width: 1 })
  const order: string[] = []
  const use = async (key: string) => {
    using _slot = await slots.take(undefined, key)
    order.push(key)
    await setImmediate()
  }
  const flood = Array.from({ length: 300 }, () => use('a'))
  await Promise.all([...flood, use('b')])
  expect(order.indexOf('b')).toBe(2)
})

test('leaves a slot for others, and says so before a caller waits', async () => {
  const slots = createFairSlots({ width: 4, ofOneKey: mostOfOneKey(4) })
  const [first] = [slots.takeFree('a'), slots.takeFree('a'), slots.takeFree('a')]
  expect([slots.isFree('a'), slots.isFree('b')]).toEqual([false, true])
  using waits = new DisposableStack()
  expect(slots.takeFree('a')).toBeUndefined()
  waits.use(slots.takeFree('b'))
  const fourth = slots.take(undefined, 'a')
  expect([slots.isFree('c'), slots.waitingOf('a'), slots.waitingOf('b')]).toEqual([false, 1, 0])
  first?.[Symbol.dispose]()
  using _slot = await fourth
})

test('a caller that aborts waits no longer and takes no slot, and a slot is freed only once', async () => {
  const slots = createFairSlots({ width: 1 })
  const first = await slots.take()
  const leaving = new AbortController()
  const gone = slots.take(leaving.signal)
  const next = slots.take()
  leaving.abort(new Error('gone'))
  await expect(gone).rejects.toThrow('gone')
  await expect(slots.take(leaving.signal)).rejects.toThrow('gone')
  expect(slots.waiting).toBe(1)
  first[Symbol.dispose]()
  first[Symbol.dispose]()
  using _held = await next
  expect(slots.isFree()).toBe(false)
})

test('everything that a caller starts has its key, and so has a callback that keeps it', async () => {
  expect(currentFairKey()).toBe('')
  const callback = await withFairKey('a', async () => {
    await setImmediate()
    return keepFairKey((more: string) => `${currentFairKey()} ${more}`)
  })
  expect([currentFairKey(), callback('kept'), withFairKey('b', () => callback('kept'))]).toEqual([
    '',
    'a kept',
    'a kept',
  ])
})
