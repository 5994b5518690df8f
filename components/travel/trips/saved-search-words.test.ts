import { expect, test } from 'vitest'
import { englishTexts } from '../../../scripts/testing/english-texts.tsx'
import { ruleText } from './saved-search-words.ts'

test.each([
  [{ type: 'below', amount: 1500.25 }, 'Falls below $1,500.25'],
  [{ type: 'below', amount: 1500 }, 'Falls below $1,500'],
  [{ type: 'below', amount: 80 }, 'Falls below $80.00'],
  [{ type: 'below_saved' }, 'Falls below $1,500'],
] as const)('the limit of %o keeps the cents that the person typed', (rule, text) => {
  const price = { saved: 1500.25, currency: 'USD' }
  expect(ruleText(rule, price, 'en-US', englishTexts('trips'))).toBe(text)
})
