import { expect, test } from 'vitest'
import { BrokenOffer, broken } from './broken-offer.ts'
import { createUnreadOffers } from './unread-offers.ts'

test('counts the offers that cannot be read, with their reasons', () => {
  const unread = createUnreadOffers()
  expect(unread.tryTo(() => 5)).toBe(5)
  expect([unread.count, unread.metadata()]).toEqual([0, {}])
  for (const reason of ['no price', 'no carrier', 'no price'])
    expect(unread.tryTo(() => broken(reason))).toBeUndefined()
  unread.note(new BrokenOffer('no name'))
  expect(unread.metadata()).toEqual({ unreadable: 4 })
  expect(unread.reasons()).toBe('no price: 2, no carrier: 1, no name: 1')
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
