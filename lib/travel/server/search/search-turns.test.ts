import { setImmediate } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { createSearchTurns } from './search-turns.ts'

const never = new AbortController().signal

/** Whether a turn has started after all pending work has run. */
async function hasCome(turn: Promise<unknown>): Promise<boolean> {
  let come = false
  turn.then(
    () => {
      come = true
    },
    () => {},
  )
  // The next turn of the event loop begins only after every promise that can settle has settled.
  await setImmediate()
  return come
}

test("limits a person's concurrent background searches and queues the next", async () => {
  const turns = createSearchTurns({ perPerson: 2, inAll: 10 })
  const first = await turns.background('ann', never)
  await turns.background('ann', never)
  const third = turns.background('ann', never)
  expect(await hasCome(third)).toBe(false)
  expect(await hasCome(turns.background('bob', never))).toBe(true)
  first[Symbol.dispose]()
  expect(await hasCome(third)).toBe(true)
})

test('limits all background searches together', async () => {
  const turns = createSearchTurns({ perPerson: 2, inAll: 1 })
  const first = await turns.background('ann', never)
  const other = turns.background('bob', never)
  expect(await hasCome(other)).toBe(false)
  first[Symbol.dispose]()
  expect(await hasCome(other)).toBe(true)
})

test('the search of a person waits for at most one of each other person, who have 300 waiting', async () => {
  const turns = createSearchTurns({ perPerson: 1, inAll: 2 })
  const order: string[] = []
  const search = async (person: string) => {
    using _turn = await turns.background(person, never)
    order.push(person)
    await setImmediate()
  }
  const flood = Array.from({ length: 300 }, () => [search('ann'), search('bob')]).flat()
  await Promise.all([...flood, search('cleo')])
  expect(order.indexOf('cleo')).toBeLessThanOrEqual(4)
})

test('starts no background search before the person’s own searches have ended', async () => {
  const turns = createSearchTurns({ perPerson: 2, inAll: 10 })
  const own = [turns.own('ann'), turns.own('ann')]
  const turn = turns.background('ann', never)
  expect(await hasCome(turns.background('bob', never))).toBe(true)
  for (const search of own) {
    expect(await hasCome(turn)).toBe(false)
    search[Symbol.dispose]()
  }
  expect(await hasCome(turn)).toBe(true)
})

test('a caller that aborts while waiting takes no turn', async () => {
  const turns = createSearchTurns({ perPerson: 1, inAll: 1 })
  const first = await turns.background('ann', never)
  const left = new AbortController()
  const gone = turns.background('ann', left.signal)
  const next = turns.background('ann', never)
  left.abort(new Error('gone'))
  await expect(gone).rejects.toThrow('gone')
  first[Symbol.dispose]()
  expect(await hasCome(next)).toBe(true)
  await expect(turns.background('ann', left.signal)).rejects.toThrow('gone')
})
