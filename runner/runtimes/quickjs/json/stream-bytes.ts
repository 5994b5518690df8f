import { stream } from './engine-layout.ts'

const keptBytes = 1024 * 1024
const firstBytes = 64 * 1024

/** A stream for `JS_ReadObject` in the making, or a part of one. The caller sees to it that there is room. */
export class StreamBytes {
  length = 0
  #bytes = Buffer.allocUnsafe(firstBytes)

  reset(): void {
    if (this.#bytes.length > keptBytes) this.#bytes = Buffer.allocUnsafe(firstBytes)
    this.length = 0
  }

  /** What was written, until the next write. */
  get written(): Uint8Array {
    return this.#bytes.subarray(0, this.length)
  }

  /** Makes room for so many bytes more. */
  reserve(count: number): void {
    if (this.length + count <= this.#bytes.length) return
    const larger = Buffer.allocUnsafe(Math.max(this.length + count, 2 * this.#bytes.length))
    this.#bytes.copy(larger, 0, 0, this.length)
    this.#bytes = larger
  }

  byte(value: number): void {
    this.#bytes[this.length++] = value
  }

  /** Seven bits a byte, the lowest first. */
  unsigned(value: number): void {
    let left = value
    while (left > 0x7f) {
      this.#bytes[this.length++] = (left & 0x7f) | 0x80
      left >>>= 7
    }
    this.#bytes[this.length++] = left
  }

  /** Of 32 bits; its sign goes into the lowest bit. */
  int(value: number): void {
    this.byte(stream.int)
    this.unsigned(((value << 1) ^ (value >> 31)) >>> 0)
  }

  double(value: number): void {
    this.byte(stream.double)
    this.length = this.#bytes.writeDoubleLE(value, this.length)
  }

  /** The characters are bytes of `from`, each one of ASCII. */
  ascii(from: Uint8Array, start: number, end: number): void {
    this.unsigned((end - start) << 1)
    const to = this.#bytes
    let at = this.length
    for (let index = start; index < end; index += 1) to[at++] = from[index] ?? 0
    this.length = at
  }

  /** The engine keeps a text in 8 bits a character when all of them fit, and in 16 otherwise. */
  text(text: string): void {
    this.reserve(2 * text.length + 5)
    const isWide = hasWide(text)
    this.unsigned((text.length << 1) | (isWide ? 1 : 0))
    this.length += this.#bytes.write(text, this.length, isWide ? 'utf16le' : 'latin1')
  }

  /** Puts the number of parts where one byte was left for it, and what follows further back when it takes more. */
  count(at: number, parts: number): void {
    if (parts <= 0x7f) {
      this.#bytes[at] = parts
      return
    }
    const more = parts > 0x1fffff ? 3 : parts > 0x3fff ? 2 : 1
    // Before anything moves: what is beyond the length does not come along into a larger buffer.
    this.reserve(more)
    const end = this.length
    this.#bytes.copyWithin(at + 1 + more, at + 1, end)
    this.length = at
    this.unsigned(parts)
    this.length = end + more
  }
}

function hasWide(text: string): boolean {
  for (let at = 0; at < text.length; at += 1) if (text.charCodeAt(at) > 0xff) return true
  return false
}
