import { setImmediate } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { addressKey } from '#lib/platform/server/auth/context.ts'
import { createGuestKeys } from './guest-keys.ts'
import { createSearchTurns } from './search-turns.ts'

const never = new AbortController().signal
const guest = addressKey('198.51.100.7')

test("a guest's saved search waits for the guest's own search, though only a hash of the address is stored", async () => {
  const hash = (key: string) => `hash of ${key}`
  const turnKey = createGuestKeys(hash).hashTurnKey(guest)
  expect(turnKey).toBe(hash(guest))
  // The process has started again since the search was saved.
  const keys = createGuestKeys(hash)
  const turns = createSearchTurns({ perPerson: 2, inAll: 6 }, keys.note)
  const own = turns.own(guest)
  let hasBegun = false
  const saved = turns.background(keys.limitKeyOf(turnKey), never).then((turn) => {
    hasBegun = true
    return turn
  })
  await setImmediate()
  expect(hasBegun).toBe(false)
  own[Symbol.dispose]()
  using _turn = await saved
})

test('a hash of an unknown key is its own key', () => {
  expect(createGuestKeys((key) => `hash of ${key}`).limitKeyOf('hash of another')).toBe('hash of another')
})
