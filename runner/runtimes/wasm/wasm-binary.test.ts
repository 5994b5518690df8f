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

test('reads every unsigned number as written', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 0xffffffff }), (value) => {
      const bytes = Uint8Array.from(encodeUnsigned(value))
      const reader = { bytes, at: 0 }
      expect(unsigned(reader)).toBe(value)
      expect(reader.at).toBe(bytes.length)
    }),
  )
})

test('encodes signed numbers as the engine and the reader expect', () => {
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

test('a name is read with the same characters as written', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), (text) => {
      expect(name({ bytes: Uint8Array.from(encodeName(text)), at: 0 })).toBe(text)
    }),
  )
})

test('reads sections as written', () => {
  const section = fc.record({ id: fc.nat({ max: 12 }), body: fc.uint8Array({ maxLength: 300 }) })
  fc.assert(
    fc.property(fc.array(section), (sections) => {
      expect(readSections(writeSections(sections))).toEqual(sections)
    }),
  )
})

test('rejects bytes that are not a module or are truncated', () => {
  expect(() => readSections(new Uint8Array(8))).toThrow('Not a WebAssembly module')
  expect(() => unsigned({ bytes: Uint8Array.from([0x80]), at: 0 })).toThrow('is truncated')
  expect(() => unsigned({ bytes: new Uint8Array(6).fill(0x80), at: 0 })).toThrow('longer than 32 bits')
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
