import { expect, test } from 'vitest'
import { hostileFaults } from '../faults.ts'
import { hostileAnswer } from './hostile-answer.ts'
import { generate, now, search } from './testing/sample-search.ts'
import { flightOffersAnswerSchema } from './wire.ts'

const good = generate(search('SEA', 'NRT', { returnDate: '2027-01-22' }, { max: 30 }), now)
const isWellFormed = (answer: object) => flightOffersAnswerSchema.safeParse({ meta: { count: 30 }, ...answer }).success
const textOf = (answer: object) => JSON.stringify(answer)

test('an answer is good until a fault makes it hostile, and stays as it was', () => {
  const before = textOf(good)
  expect(isWellFormed(good)).toBe(true)
  for (const fault of hostileFaults) expect(hostileAnswer(good, fault)).not.toEqual(good)
  expect(textOf(good)).toBe(before)
})

test.each(['missing-fields', 'negative-price'] as const)('%s does not have the wire shape', (fault) => {
  expect(isWellFormed(hostileAnswer(good, fault))).toBe(false)
})

test('each hostile answer is what its name says', () => {
  const offers = (fault: (typeof hostileFaults)[number]) => JSON.parse(textOf(hostileAnswer(good, fault))).data
  const [one] = good.data
  const many = hostileAnswer({ data: one === undefined ? [] : [one] }, 'many-offers')
  expect(many).toMatchObject({ data: expect.objectContaining({ length: 10_000 }) })
  expect(textOf(many)).toContain('"id":"10000"')
  expect(new Set(offers('duplicate-ids').map(({ id }: { id: string }) => id)).size).toBe(1)
  expect(new Set(offers('wrong-currency').map(({ price }: { price: { currency: string } }) => price.currency))).toEqual(
    new Set(['XXX', 'usd', '', 'JPY']),
  )
  for (const { price } of offers('negative-price')) expect(price.grandTotal).toMatch(/^-\d/)
  for (const { itineraries } of offers('arrives-first')) {
    for (const { departure, arrival } of itineraries[0].segments) expect(arrival.at < departure.at).toBe(true)
  }
  expect(textOf(hostileAnswer(good, 'script'))).toContain('<script>')
  expect(textOf(hostileAnswer(good, 'lone-surrogates'))).toContain('\\ud800')
})
