import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  encodeName,
  encodeSigned,
  encodeUnsigned,
  name,
  readSections,
  skipNumber,
  unsigned,
  writeSections,
} from './wasm-binary.ts'

test('every unsigned number is read as it was written', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 0xffffffff }), (value) => {
      const bytes = Uint8Array.from(encodeUnsigned(value))
      const reader = { bytes, at: 0 }
      expect(unsigned(reader)).toBe(value)
      expect(reader.at).toBe(bytes.length)
    }),
  )
})

test('a signed number is as long as the reader passes over, and equals what the engine reads', () => {
  fc.assert(
    fc.property(fc.integer({ min: -0x80000000, max: 0x7fffffff }), (value) => {
      const bytes = Uint8Array.from(encodeSigned(value))
      const reader = { bytes, at: 0 }
      skipNumber(reader)
      expect(reader.at).toBe(bytes.length)
      expect(constantOf(bytes)).toBe(value)
    }),
  )
})

test('names keep every character', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), (text) => {
      expect(name({ bytes: Uint8Array.from(encodeName(text)), at: 0 })).toBe(text)
    }),
  )
})

test('sections are written as they were read', () => {
  const section = fc.record({ id: fc.nat({ max: 12 }), body: fc.uint8Array({ maxLength: 300 }) })
  fc.assert(
    fc.property(fc.array(section), (sections) => {
      expect(readSections(writeSections(sections))).toEqual(sections)
    }),
  )
})

test('what is no module, or ends in the middle, is refused', () => {
  expect(() => readSections(new Uint8Array(8))).toThrow('Not a WebAssembly module')
  expect(() => unsigned({ bytes: Uint8Array.from([0x80]), at: 0 })).toThrow('ends in the middle')
  expect(() => unsigned({ bytes: new Uint8Array(6).fill(0x80), at: 0 })).toThrow('too long')
})

/** The value of an exported global that is initialised with these bytes. */
function constantOf(encoded: Uint8Array): unknown {
  const module = writeSections([
    { id: 6, body: Uint8Array.from([1, 0x7f, 0, 0x41, ...encoded, 0x0b]) },
    { id: 7, body: Uint8Array.from([1, ...encodeName('value'), 3, 0]) },
  ])
  const { value } = new WebAssembly.Instance(new WebAssembly.Module(module)).exports
  return value instanceof WebAssembly.Global ? value.value : undefined
}
