import { expect, test } from 'vitest'
import { matching } from './matching.ts'

const offer = (name: string, description = '') => ({ name, description, categories: [] })
const named = (offered: readonly { name: string }[]) => offered.map(({ name }) => name)

test('finds skills that have all words, those with a word in the name first', () => {
  const offered = [offer('rates', 'Currencies and invoices'), offer('invoice', 'Writes an invoice'), offer('maps')]
  expect(named(matching(offered, ['INVOICE']))).toEqual(['invoice', 'rates'])
  expect(named(matching(offered, ['invoice', 'currencies']))).toEqual(['rates'])
  expect(named(matching(offered, []))).toEqual(['invoice', 'maps', 'rates'])
  expect(matching(offered, ['trains'])).toEqual([])
})
