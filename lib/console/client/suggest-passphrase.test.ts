import { expect, test } from 'vitest'
import { strengthOf } from '../model/passphrase-strength.ts'
import { suggestPassphrase } from './suggest-passphrase.ts'

test('a suggested passphrase has six words, is never weak, and differs each time', async () => {
  const suggested = await Promise.all(Array.from({ length: 50 }, suggestPassphrase))
  for (const one of suggested) {
    expect(one).toMatch(/^[a-z]{3,8}( [a-z]{3,8}){5}$/)
    expect(strengthOf(one), one).toMatch(/fair|strong/)
  }
  expect(new Set(suggested).size).toBe(suggested.length)
})
