import { expect, test } from 'vitest'
import { createSearchTurns } from './search-turns.ts'

const never = new AbortController().signal

/** Whether a turn has come once everything that can happen has happened. */
async function hasCome(turn: Promise<unknown>): Promise<boolean> {
  let come = false
  turn.then(
    () => {
      come = true
    },
    () => {},
  )
  for (let tick = 0; tick < 10; tick++) await Promise.resolve()
  return come
}

test('a person has a few background searches at once; the next waits for the end of one', async () => {
  const turns = createSearchTurns({ perPerson: 2, inAll: 10 })
  const first = await turns.background('ann', never)
  await turns.background('ann', never)
  const third = turns.background('ann', never)
  expect(await hasCome(third)).toBe(false)
  expect(await hasCome(turns.background('bob', never))).toBe(true)
  first[Symbol.dispose]()
  expect(await hasCome(third)).toBe(true)
})

test('all together have a bound, too', async () => {
  const turns = createSearchTurns({ perPerson: 2, inAll: 1 })
  const first = await turns.background('ann', never)
  const other = turns.background('bob', never)
  expect(await hasCome(other)).toBe(false)
  first[Symbol.dispose]()
  expect(await hasCome(other)).toBe(true)
})

test('no background search starts before the person’s own search is over, however it ends', async () => {
  const turns = createSearchTurns({ perPerson: 2, inAll: 10 })
  async function* lines() {
    yield 'one'
    yield 'two'
  }
  for await (const _ of turns.own('ann', lines())) {
    const turn = turns.background('ann', never)
    expect(await hasCome(turn)).toBe(false)
    expect(await hasCome(turns.background('bob', never))).toBe(true)
    break
  }
  expect(await hasCome(turns.background('ann', never))).toBe(true)
})

test('who leaves while waiting takes no turn', async () => {
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
