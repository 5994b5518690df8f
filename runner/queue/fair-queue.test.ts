import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { createFairQueue } from './fair-queue.ts'

function drain<Item>(queue: { next(): Item | undefined }): Item[] {
  const taken: Item[] = []
  for (let item = queue.next(); item !== undefined; item = queue.next()) taken.push(item)
  return taken
}

describe('a fair queue', () => {
  test('serves keys in turn and keeps the order within each key', () => {
    const queue = createFairQueue<string>()
    for (const item of ['a1', 'a2', 'a3', 'b1', 'b2', 'c1']) queue.add(item.charAt(0), item)
    expect(['a', 'b', 'd'].map(queue.sizeOf)).toEqual([3, 2, 0])
    expect(drain(queue)).toEqual(['a1', 'b1', 'c1', 'a2', 'b2', 'a3'])
    expect(queue.size).toBe(0)
  })

  test('moves a key behind all others after its turn, even if it empties and refills', () => {
    const queue = createFairQueue<string>()
    queue.add('a', 'a1')
    queue.add('b', 'b1')
    queue.add('b', 'b2')
    expect(queue.next()).toBe('a1')
    queue.add('a', 'a2')
    expect(queue.take(2)).toEqual(['b1', 'a2'])
    expect(queue.take(2)).toEqual(['b2'])
  })

  test('skips a key that is not allowed and keeps its position', () => {
    const queue = createFairQueue<string>()
    for (const item of ['a1', 'b1', 'c1']) queue.add(item.charAt(0), item)
    expect(queue.next((key) => key !== 'a')).toBe('b1')
    expect(drain(queue)).toEqual(['a1', 'c1'])
  })

  test('shows the item that comes next, without a turn for its key', () => {
    const queue = createFairQueue<string>()
    for (const item of ['a1', 'a2', 'b1']) queue.add(item.charAt(0), item)
    expect([queue.peek(), queue.peek((key) => key !== 'a'), queue.peek(() => false)]).toEqual(['a1', 'b1', undefined])
    expect(drain(queue)).toEqual(['a1', 'b1', 'a2'])
    expect(queue.peek()).toBeUndefined()
  })

  test('evicts only from the key with the most items, and leaves it no fewer items than the adding key will have', () => {
    const queue = createFairQueue<string>()
    const shedBy = (item: string) => {
      queue.add(item.charAt(0), item)
      return queue.shed(4, item.charAt(0), item)
    }
    expect(['a1', 'a2', 'a3', 'b1'].map(shedBy)).toEqual([undefined, undefined, undefined, undefined])
    expect(shedBy('a4')).toBe('a4')
    expect(shedBy('c1')).toBe('a3')
    expect(shedBy('b2')).toBe('b2')
    expect(drain(queue)).toEqual(['a1', 'b1', 'c1', 'a2'])
  })

  test('never makes a key wait for more than one turn of each other key, and neither loses nor repeats an item', () => {
    const step = fc.constantFrom('add a', 'add a', 'add b', 'add c', 'take', 'take')
    fc.assert(fc.property(fc.array(step, { maxLength: 200 }), everybodyHasTurns))
  })
})

type Waiting = {
  readonly key: string
  /** Keys served since this item became the first of its key. */
  readonly saw: string[]
}

function everybodyHasTurns(steps: readonly string[]): void {
  const queue = createFairQueue<Waiting>()
  const waiting: Waiting[] = []
  for (const step of steps) {
    if (step !== 'take') {
      const item = { key: step.slice(-1), saw: [] }
      queue.add(item.key, item)
      waiting.push(item)
      continue
    }
    const taken = queue.next()
    expect(taken === undefined).toBe(waiting.length === 0)
    if (!taken) continue
    const firsts = waiting.filter((item, at) => waiting.findIndex(({ key }) => key === item.key) === at)
    expect(firsts).toContain(taken)
    waiting.splice(waiting.indexOf(taken), 1)
    for (const item of firsts) item.saw.push(taken.key)
    expect(new Set(taken.saw).size).toBe(taken.saw.length)
  }
  expect(queue.size).toBe(waiting.length)
  expect(new Set(drain(queue))).toEqual(new Set(waiting))
}
