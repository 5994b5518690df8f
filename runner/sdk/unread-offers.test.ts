import { expect, test } from 'vitest'
import { broken } from './broken-offer.ts'
import { createUnreadOffers } from './unread-offers.ts'

test('counts the offers that cannot be read, with their reasons and the airports that the host does not know', () => {
  const unread = createUnreadOffers()
  expect(unread.tryTo(() => 5)).toBe(5)
  expect([unread.count, unread.metadata()]).toEqual([0, {}])
  for (const reason of ['no price', 'no carrier', 'no price'])
    expect(unread.tryTo(() => broken(reason))).toBeUndefined()
  expect(unread.metadata()).toEqual({ unreadable: 3 })
  unread.tryTo(() => broken('an airport that our data lacks', ['KTI', 'NMI']))
  unread.tryTo(() => broken('an airport that our data lacks', ['NMI']))
  expect(unread.metadata()).toEqual({ unreadable: 5, unknown_airports: ['KTI', 'NMI'] })
  expect(unread.reasons()).toBe('no price: 2, no carrier: 1, an airport that our data lacks: 2')
})

test('names at most 20 airports', () => {
  const unread = createUnreadOffers()
  for (let at = 0; at < 26; at++) unread.tryTo(() => broken('unknown', [`Q${String.fromCharCode(65 + at)}Q`]))
  expect(unread.metadata().unknown_airports).toHaveLength(20)
})

test('any other error is a bug of the skill, and passes', () => {
  const unread = createUnreadOffers()
  expect(() =>
    unread.tryTo(() => {
      throw new TypeError('bug')
    }),
  ).toThrow('bug')
  expect(unread.count).toBe(0)
})
