import { expect, test } from 'vitest'
import { dateTimeFormat, numberFormat } from '#lib/platform/model/formatters.ts'

test('caches a formatter by locale and options', () => {
  const euros = numberFormat('en', { style: 'currency', currency: 'EUR' })
  expect(numberFormat('en', { style: 'currency', currency: 'EUR' })).toBe(euros)
  expect(numberFormat('de', { style: 'currency', currency: 'EUR' })).not.toBe(euros)
  expect(numberFormat('en', { style: 'currency', currency: 'USD' })).not.toBe(euros)
  expect(dateTimeFormat('en', { timeStyle: 'short' })).toBe(dateTimeFormat('en', { timeStyle: 'short' }))
})

test('bounds the number of cached formatters', () => {
  const first = numberFormat('en', { minimumFractionDigits: 1 })
  for (let digits = 0; digits <= 100; digits++)
    numberFormat('en', {
      maximumSignificantDigits: (digits % 21) + 1,
      minimumIntegerDigits: Math.floor(digits / 21) + 1,
    })
  expect(numberFormat('en', { minimumFractionDigits: 1 })).not.toBe(first)
})
