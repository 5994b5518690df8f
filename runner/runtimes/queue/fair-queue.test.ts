import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { createFairQueue } from './fair-queue.ts'

function drain<Item>(queue: { next(): Item | undefined }): Item[] {
  const taken: Item[] = []
  for (let item = queue.next(); item !== undefined; item = queue.next()) taken.push(item)
  return taken
}

describe('a fair queue', () => {
  test('lets keys take turns, and keeps the order of each', () => {
    const queue = createFairQueue<string>()
    for (const item of ['a1', 'a2', 'a3', 'b1', 'b2', 'c1']) queue.add(item.charAt(0), item)
    expect(drain(queue)).toEqual(['a1', 'b1', 'c1', 'a2', 'b2', 'a3'])
    expect(queue.size).toBe(0)
  })

  test('puts who just had a turn behind all others, also when it empties and fills again', () => {
    const queue = createFairQueue<string>()
    queue.add('a', 'a1')
    queue.add('b', 'b1')
    queue.add('b', 'b2')
    expect(queue.next()).toBe('a1')
    queue.add('a', 'a2')
    expect(drain(queue)).toEqual(['b1', 'a2', 'b2'])
  })

  test('passes a key over that may not have a turn, and keeps its place', () => {
    const queue = createFairQueue<string>()
    for (const item of ['a1', 'b1', 'c1']) queue.add(item.charAt(0), item)
    expect(queue.next((key) => key !== 'a')).toBe('b1')
    expect(drain(queue)).toEqual(['a1', 'c1'])
  })

  test('makes room at the cost of who has the most, never of who has as few', () => {
    const queue = createFairQueue<string>()
    for (const item of ['a1', 'a2', 'a3', 'b1']) queue.add(item.charAt(0), item)
    expect(queue.makeRoom('a')).toBeUndefined()
    expect(queue.makeRoom('c')).toBe('a3')
    expect(queue.makeRoom('b')).toBeUndefined()
    expect(drain(queue)).toEqual(['a1', 'b1', 'a2'])
  })

  test('nobody waits for more than one turn of each other key, and nothing is lost or doubled', () => {
    const step = fc.constantFrom('add a', 'add a', 'add b', 'add c', 'take', 'take')
    fc.assert(fc.property(fc.array(step, { maxLength: 200 }), everybodyHasTurns))
  })
})

type Waiting = {
  readonly key: string /** Whose turns it saw since it is the first of its key. */
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
