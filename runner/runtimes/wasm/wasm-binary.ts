/** Reads and writes the parts of the WebAssembly binary format that the meter needs. */

export type Reader = {
  /** The position of the next byte. */
  at: number
  readonly bytes: Uint8Array
}

export function byte(reader: Reader): number {
  const value = reader.bytes[reader.at]
  if (value === undefined) throw new RangeError('The WebAssembly module is truncated')
  reader.at += 1
  return value
}

/** An unsigned LEB128 number of at most 32 bits. */
export function unsigned(reader: Reader): number {
  let value = 0
  for (let shift = 0; shift < 35; shift += 7) {
    const next = byte(reader)
    value |= (next & 0x7f) << shift
    if (next < 0x80) return value >>> 0
  }
  throw new RangeError('A number in the WebAssembly module is longer than 32 bits allow')
}

/** Skips a LEB128 number of any width and sign. */
export function skipNumber(reader: Reader): void {
  while (byte(reader) >= 0x80);
}

export function name(reader: Reader): string {
  const length = unsigned(reader)
  const text = new TextDecoder().decode(reader.bytes.subarray(reader.at, reader.at + length))
  reader.at += length
  return text
}

export function encodeUnsigned(value: number): number[] {
  const out: number[] = []
  let rest = value >>> 0
  do {
    out.push(rest > 0x7f ? (rest & 0x7f) | 0x80 : rest)
    rest >>>= 7
  } while (rest > 0)
  return out
}

export function encodeSigned(value: number): number[] {
  const out: number[] = []
  let rest = value | 0
  for (;;) {
    const low = rest & 0x7f
    rest >>= 7
    const done = (rest === 0 && (low & 0x40) === 0) || (rest === -1 && (low & 0x40) !== 0)
    out.push(done ? low : low | 0x80)
    if (done) return out
  }
}

export function encodeName(text: string): number[] {
  const bytes = new TextEncoder().encode(text)
  return [...encodeUnsigned(bytes.length), ...bytes]
}

export function join(parts: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const out = new Uint8Array(parts.reduce((total, part) => total + part.length, 0))
  let at = 0
  for (const part of parts) {
    out.set(part, at)
    at += part.length
  }
  return out
}

export const sectionId = {
  custom: 0,
  type: 1,
  import: 2,
  function: 3,
  memory: 5,
  global: 6,
  export: 7,
  code: 10,
  data: 11,
  dataCount: 12,
} as const

export type Section = { readonly id: number; readonly body: Uint8Array }

const preamble = [0x00, 0x61, 0x73, 0x6d, 0x01, 0x00, 0x00, 0x00]

export function readSections(bytes: Uint8Array): Section[] {
  if (preamble.some((expected, at) => bytes[at] !== expected)) throw new TypeError('Not a WebAssembly module')
  const reader: Reader = { bytes, at: preamble.length }
  const sections: Section[] = []
  while (reader.at < bytes.length) {
    const id = byte(reader)
    const length = unsigned(reader)
    sections.push({ id, body: bytes.subarray(reader.at, reader.at + length) })
    reader.at += length
  }
  return sections
}

export function writeSections(sections: readonly Section[]): Uint8Array<ArrayBuffer> {
  const parts = sections.flatMap(({ id, body }) => [Uint8Array.from([id, ...encodeUnsigned(body.length)]), body])
  return join([Uint8Array.from(preamble), ...parts])
}
