import { describe, expect, test } from 'vitest'
import { createDeadlines } from '#runner/sdk/deadlines.ts'
import { createMoney } from '#runner/sdk/money.ts'
import { offsetsOf } from '#runner/sdk/testing/hotel-host.ts'
import { noteDeadlines, readArrival, readCancellation, readPayment } from './policies.ts'
import { createReaders } from './read.ts'

const now = Date.parse('2027-03-01T12:00:00Z')

async function contextOf(policies: object, rooms = 1) {
  const money = createMoney('EUR')
  if (money === undefined) throw new Error('no money')
  const deadlines = createDeadlines('Europe/Paris')
  noteDeadlines({ ...policies }, deadlines)
  await deadlines.resolve(offsetsOf)
  return { money, rooms, deadlines, readers: createReaders(), nowMs: now }
}
const cancelling = async (policies: object, rooms = 1) =>
  readCancellation({ ...policies }, await contextOf(policies, rooms))
const paying = async (policies: object, rooms = 1) => readPayment({ ...policies }, await contextOf(policies, rooms))

describe('cancelling', () => {
  const penalty = { amount: '100.00', deadline: '2027-03-10T18:00:00+01:00' }

  test.each([
    ['a list', { cancellations: [penalty] }],
    ['one entry', { cancellation: penalty }],
    ['a list under the old field name', { cancellation: [penalty] }],
  ])('is free until the deadline, from %s', async (_, policies) => {
    expect(await cancelling(policies)).toEqual({
      kind: 'free',
      until: '2027-03-10T18:00:00+01:00',
      penalties: [{ from: '2027-03-10T18:00:00+01:00', price: { amount: 100, currency: 'EUR' } }],
    })
  })

  test('is free until the first of several deadlines, and charges every room', async () => {
    const cancellations = [
      { type: 'FULL_STAY', deadline: '2027-03-11T00:00:00' },
      { numberOfNights: 1, ...penalty },
    ]
    expect(await cancelling({ cancellations }, 2)).toEqual({
      kind: 'free',
      until: '2027-03-10T18:00:00+01:00',
      penalties: [
        { from: '2027-03-11T00:00:00+01:00', whole_stay: true },
        { from: '2027-03-10T18:00:00+01:00', nights: 1, price: { amount: 200, currency: 'EUR' } },
      ],
    })
  })

  test.each(['2027-02-20T18:00:00+01:00', '2027-03-05T18:00:00+01:00'])(
    'is free until the first penalty that costs something, although one of 0 applies from %s',
    async (deadline) => {
      const cancellations = [{ amount: '0.00', deadline }, penalty]
      expect(await cancelling({ cancellations })).toMatchObject({ kind: 'free', until: penalty.deadline })
    },
  )

  test.each([
    ['a penalty without a deadline', { numberOfNights: 1 }, 'charged'],
    ['a deadline that has passed', { amount: '1', deadline: '2027-03-01T12:59:00+01:00' }, 'charged'],
    ['a deadline at the present moment', { amount: '1', deadline: '2027-03-01T13:00:00+01:00' }, 'charged'],
    ['a deadline at the present moment without a penalty', { deadline: '2027-03-01T13:00:00+01:00' }, 'charged'],
    ['an unreadable deadline', { amount: '1', deadline: 'tomorrow' }, 'unclear'],
    ['a deadline that does not exist', { amount: '1', deadline: '2027-02-30T10:00:00' }, 'unclear'],
    ['the whole stay from an unreadable deadline on', { type: 'FULL_STAY', deadline: '31.02.2027' }, 'unclear'],
    ['an empty deadline', { amount: '1', deadline: '' }, 'charged'],
    [
      'a penalty of the whole stay without a deadline',
      { type: 'FULL_STAY', description: { text: 'NON-REFUNDABLE RATE' } },
      'non_refundable',
    ],
    ['a penalty of 100 percent', { percentage: '100' }, 'non_refundable'],
    [
      'a penalty of the whole stay since yesterday',
      { type: 'FULL_STAY', deadline: '2027-02-28T10:00:00+01:00' },
      'non_refundable',
    ],
    ['a text alone', { description: { text: 'Ask the hotel' } }, 'unclear'],
    ['a penalty of 0', { amount: '0.00' }, 'unclear'],
    ['a future deadline without a penalty', { deadline: '2027-03-10T18:00:00+01:00' }, 'free'],
  ])('%s', async (_, entry, kind) => {
    expect(await cancelling({ cancellations: [entry] })).toMatchObject({ kind })
  })

  const zero = { amount: '0.00', deadline: penalty.deadline }
  const passedZero = { amount: '0.00', deadline: '2027-02-20T18:00:00+01:00' }
  const words = { description: { text: 'NON REFUNDABLE' } }

  test.each([
    ['a penalty of 0', [zero], { kind: 'free', until: zero.deadline }],
    ['a penalty of 0 and a text', [zero, words], { kind: 'unclear' }],
    ['a text and a penalty of 0', [words, zero], { kind: 'unclear' }],
    ['a penalty of 0 and another one with a text', [zero, { amount: '0.00', ...words }], { kind: 'unclear' }],
    ['a penalty that costs something and a text', [penalty, words], { kind: 'free', until: penalty.deadline }],
    [
      'a penalty with an unreadable deadline among others',
      [penalty, { amount: '1', deadline: 'x' }],
      { kind: 'unclear' },
    ],
    ['both penalties and a text', [passedZero, penalty, words], { kind: 'free', until: penalty.deadline }],
    ['a penalty of 0 since some time', [passedZero], { kind: 'unclear' }],
    ['a penalty of 0 since some time and a text', [passedZero, words], { kind: 'unclear' }],
    ['penalties of 0 since some time and from a later one', [passedZero, zero], { kind: 'unclear' }],
    ['a penalty of 0 since some time and one without a deadline', [passedZero, { amount: '1' }], { kind: 'charged' }],
  ])('reads %s', async (_, cancellations, expected) => {
    expect(await cancelling({ cancellations })).toMatchObject(expected)
  })

  test.each([{}, { cancellations: [] }, { cancellations: 'no' }, { cancellation: null }, { cancellations: [{}] }])(
    'reads no cancellation terms from %j',
    async (policies) => {
      expect(await cancelling(policies)).toBeUndefined()
    },
  )
})

describe('paying', () => {
  test('has a kind, terms for all rooms, and a hold time', async () => {
    const policies = {
      paymentType: 'DEPOSIT',
      deposit: {
        amount: '50.00',
        deadline: '2027-03-05T18:00:00',
        description: { text: 'A deposit is due', lang: 'EN' },
        acceptedPayments: { methods: ['CREDIT_CARD'], creditCards: ['VI', 'CA'] },
      },
      guarantee: { acceptedPayments: { methods: ['CREDIT_CARD'] } },
      holdTime: { deadline: '2027-03-12T18:00:00' },
    }
    expect(await paying(policies, 2)).toEqual({
      kind: 'deposit',
      terms: [
        { kind: 'guarantee', methods: ['credit_card'] },
        {
          kind: 'deposit',
          price: { amount: 100, currency: 'EUR' },
          due: '2027-03-05T18:00:00+01:00',
          methods: ['credit_card'],
          cards: ['VI', 'CA'],
          text: 'A deposit is due',
        },
      ],
      hold_until: '2027-03-12T18:00:00+01:00',
    })
  })

  test.each([
    ['guarantee', 'guarantee'],
    ['HOLDTIME', 'hold'],
    ['prepay', 'prepay'],
  ])('%s is %s', async (paymentType, kind) => {
    expect(await paying({ paymentType })).toEqual({ kind, terms: [] })
  })

  test('is absent when the provider says nothing', async () => {
    expect(await paying({ paymentType: 'BARTER' })).toBeUndefined()
  })
})

test('reads the hours of arrival and departure', () => {
  const checkInOut = { checkIn: '15:00:00', checkInDescription: { text: 'Bring a card' }, checkOut: '11:00:00' }
  expect(readArrival({ checkInOut }, createReaders())).toEqual({
    arrival: { from: '15:00', text: 'Bring a card' },
    departure: { until: '11:00' },
  })
  expect(readArrival({ checkInOut: { checkIn: '25:00' } }, createReaders())).toEqual({})
  expect(readArrival({}, createReaders())).toEqual({})
})
