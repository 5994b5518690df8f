import { randomBytes } from 'node:crypto'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createSeal } from './aes-gcm.ts'

const key = new Uint8Array(32).fill(7)

test('opens sealed data only with the same key and for the same subject', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), fc.string(), (text, subject) => {
      const { close, open } = createSeal(key, randomBytes)
      const sealed = close(text, subject)
      expect(createSeal(key, randomBytes).open(sealed, subject)).toBe(text)
      expect(open(sealed, `${subject}x`)).toBeUndefined()
      expect(createSeal(new Uint8Array(32), randomBytes).open(sealed, subject)).toBeUndefined()
      expect(close(text, subject)).not.toBe(sealed)
    }),
  )
})

test('does not open changed or truncated data', () => {
  const { close, open } = createSeal(key, randomBytes)
  const sealed = Buffer.from(close('a text', 'exec_1'), 'base64')
  for (let at = 0; at < sealed.length; at += 1) {
    const changed = Buffer.from(sealed)
    changed[at] = (changed[at] ?? 0) ^ 1
    expect(open(changed.toString('base64'), 'exec_1')).toBeUndefined()
    expect(open(sealed.subarray(0, at).toString('base64'), 'exec_1')).toBeUndefined()
  }
})
