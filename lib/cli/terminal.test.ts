import fc from 'fast-check'
import { expect, test, vi } from 'vitest'
import { printableJson, whileShowing } from './terminal.ts'

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

test.each([
  [true, ['Asking a\uFFFD[2Jb …', '\r\u001b[K']],
  [false, []],
])('names long work on a terminal only, and clears the line after a failure too: %s', async (isTTY, expected) => {
  const written: string[] = []
  vi.spyOn(process.stderr, 'write').mockImplementation((text) => written.push(String(text)) > 0)
  const before = Object.getOwnPropertyDescriptor(process.stderr, 'isTTY')
  Object.defineProperty(process.stderr, 'isTTY', { value: isTTY, configurable: true })
  try {
    await expect(whileShowing('Asking a\u001b[2Jb', () => Promise.reject(new Error('no')))).rejects.toThrow('no')
  } finally {
    if (before) Object.defineProperty(process.stderr, 'isTTY', before)
    else Reflect.deleteProperty(process.stderr, 'isTTY')
  }
  expect(written).toEqual(expected)
})
