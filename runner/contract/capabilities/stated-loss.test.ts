import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { anyCharacter } from '../../testing/any-character.ts'
import type { Cancellation } from './hotel-result.ts'
import { agreedCancellation } from './stated-loss.ts'

const room = {}
const free: Cancellation = { kind: 'free', until: '2027-03-10T18:00:00+01:00', penalties: [{ nights: 1 }] }

describe('a rate that calls itself non-refundable', () => {
  test.each([
    'NON-REFUNDABLE, PAY NOW AND SAVE',
    'Prepay Non-refundable Non-changeable, prepay in full',
    'nonrefundable',
    'non_refundable',
    'Best price - no refunds',
    'Rate is not refundable',
    'Tarifa no reembolsable',
    'Nicht erstattbar',
  ])('is non-refundable without other terms: %s', (text) => {
    expect(agreedCancellation({ room, rate: { text } })).toEqual({ kind: 'non_refundable', penalties: [] })
    expect(agreedCancellation({ room: { text } })?.kind).toBe('non_refundable')
    expect(agreedCancellation({ room, rate: { category: text } })?.kind).toBe('non_refundable')
  })

  test('is non-refundable if its terms are unclear or only name a cost, and keeps its penalties', () => {
    const penalties = [{ text: 'NON-REFUNDABLE RATE' }]
    for (const kind of ['unclear', 'charged', 'non_refundable'] as const) {
      expect(agreedCancellation({ room, cancellation: { kind, penalties } })).toEqual({
        kind: 'non_refundable',
        penalties,
      })
    }
  })

  test('has unclear terms if its terms say that cancelling is free', () => {
    expect(agreedCancellation({ room, rate: { text: 'Non-refundable' }, cancellation: free })).toEqual({
      kind: 'unclear',
      penalties: free.penalties,
    })
  })
})

test.each([
  'Fully refundable until arrival',
  'Free cancellation, non-refundable after 10 March',
  'A non-refundable deposit of one night',
  'Canon refundable locker',
])('other words leave the terms as they are: %s', (text) => {
  expect(agreedCancellation({ room, rate: { text }, cancellation: free })).toBe(free)
  expect(agreedCancellation({ room, rate: { text } })).toBeUndefined()
})

test('no words turn a loss into free cancellation', () => {
  const lost: Cancellation = { kind: 'non_refundable', penalties: [] }
  fc.assert(
    fc.property(fc.string({ unit: anyCharacter }), (text) => {
      expect(agreedCancellation({ room: { text }, cancellation: lost })?.kind).toBe('non_refundable')
      expect(agreedCancellation({ room: { text } })?.kind).not.toBe('free')
    }),
  )
})
