import { expect, test } from 'vitest'
import { createTurnsByKey } from './turns-by-key.ts'

const { signal } = new AbortController()

/** The numbers of the tasks that have their turn, in order. */
function watched() {
  const turns = createTurnsByKey()
  const order: number[] = []
  const take = async (number: number, most: number, aborting = signal, key = 'ana') => {
    const turn = await turns.take(key, most, aborting)
    order.push(number)
    return turn
  }
  return { turns, order, take }
}
/** Resolves after everything that can go on has gone on. */
const settled = () => new Promise((resolve) => setImmediate(resolve))

test('tasks of one key wait in their order, and those of another key do not', async () => {
  const { turns, order, take } = watched()
  const [first, second] = [await take(1, 2), await take(2, 2)]
  const waiting = [3, 4, 5].map((number) => take(number, 2))
  await take(6, 2, signal, 'ben')
  await settled()
  expect(order).toEqual([1, 2, 6])
  expect(['ana', 'ben', 'cleo'].map(turns.waiting)).toEqual([3, 0, 0])
  second[Symbol.dispose]()
  await settled()
  expect(order).toEqual([1, 2, 6, 3])
  first[Symbol.dispose]()
  const third = await waiting[0]
  third?.[Symbol.dispose]()
  await Promise.all(waiting)
  expect(order).toEqual([1, 2, 6, 3, 4, 5])
})

test('a task that is only counted does not wait, but others wait for it', async () => {
  const { turns, order, take } = watched()
  const counted = [turns.count('ana'), turns.count('ana')]
  const waiting = take(1, 1)
  counted[0]?.[Symbol.dispose]()
  await settled()
  expect(order).toEqual([])
  counted[1]?.[Symbol.dispose]()
  await waiting
})

test('an aborted task waits no longer, and the others keep their order', async () => {
  const { order, take } = watched()
  const first = await take(1, 1)
  const leaving = new AbortController()
  const [second, third] = [take(2, 1, leaving.signal), take(3, 1)]
  leaving.abort()
  const aborted = await second
  expect(order).toEqual([1, 2])
  aborted[Symbol.dispose]()
  await settled()
  expect(order).toEqual([1, 2])
  first[Symbol.dispose]()
  await third
  expect(order).toEqual([1, 2, 3])
  // One that is aborted already does not wait at all.
  await take(4, 1, leaving.signal)
})
