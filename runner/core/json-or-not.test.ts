import fc from 'fast-check'
import { expect, test } from 'vitest'
import { printableJson } from './json-or-not.ts'

test('escapes terminal control characters in skill output without changing the parsed value', () => {
  const text = fc.string({ unit: fc.integer({ min: 0, max: 0x20ff }).map((code) => String.fromCharCode(code)) })
  fc.assert(
    fc.property(fc.array(text), fc.constantFrom(0, 2), (texts, indent) => {
      const json = printableJson({ texts }, indent)
      expect(json.replaceAll('\n', '')).not.toMatch(/[\p{Cc}\p{Bidi_Control}]/u)
      expect(JSON.parse(json)).toEqual({ texts })
    }),
  )
})
