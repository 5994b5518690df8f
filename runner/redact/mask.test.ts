import fc from 'fast-check'
import { expect, test } from 'vitest'
import { maskOf } from './mask.ts'

test('a mask shows the last four characters of a long secret only', () => {
  expect(maskOf('a-secret-of-many-abcd')).toBe('[REDACTED...abcd]')
  expect(maskOf('short-abcd')).toBe('[REDACTED]')
})

test('a mask can stand in any line and in any JSON text, whatever the secret is', () => {
  for (const end of ['a"bc', 'abc\\', '---\n', 'ab\u202ec', '\ude00abc']) {
    expect(maskOf(`a-secret-of-many-${end}`)).toBe('[REDACTED]')
  }
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (secret) => {
      const mask = maskOf(secret)
      expect(JSON.stringify(mask)).toBe(`"${mask}"`)
      expect(mask).toMatch(/^[ -~]+$/)
    }),
  )
})
