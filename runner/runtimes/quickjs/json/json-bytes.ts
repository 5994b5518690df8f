/** The JSON exceeds its byte limit. */
export class TooManyBytes extends Error {}

const tooMany = new TooManyBytes('The JSON exceeds its byte limit')

const firstBytes = 8 * 1024
const keptBytes = 256 * 1024
/** The longest encoding of one UTF-16 unit: `\u0000`. */
const maxBytesPerUnit = 6

const quote = 0x22
const backslash = 0x5c
const digitZero = 0x30
const hexDigits = Buffer.from('0123456789abcdef')
const shortEscapes = new Map(
  Object.entries({ 8: 'b', 9: 't', 10: 'n', 12: 'f', 13: 'r', 34: '"', 92: '\\' }).map(([code, letter]) => [
    Number(code),
    letter.charCodeAt(0),
  ]),
)
const digits = new Uint8Array(10)

/** A buffer of JSON as UTF-8. Writes text as `JSON.stringify` does, with lone surrogates as escapes. */
export class JsonBytes {
  length = 0
  #bytes = Buffer.allocUnsafe(firstBytes)
  #limit = 0
  /** A high surrogate that waits for its low surrogate. */
  #high = 0

  /** Clears the buffer. A write beyond `maxBytes` throws `TooManyBytes`. */
  reset(maxBytes: number): void {
    if (this.#bytes.length > keptBytes) this.#bytes = Buffer.allocUnsafe(firstBytes)
    this.#high = 0
    this.#limit = maxBytes
    this.length = 0
  }

  text(): string {
    return this.#bytes.toString('utf8', 0, this.length)
  }

  byte(code: number): void {
    this.#reserve(1)
    this.#bytes[this.length++] = code
  }

  ascii(text: string): void {
    this.#reserve(text.length)
    this.length += this.#bytes.write(text, this.length, 'latin1')
  }

  integer(value: number): void {
    let left = Math.abs(value)
    let count = 0
    do {
      digits[count++] = digitZero + (left % 10)
      left = Math.floor(left / 10)
    } while (left > 0)
    this.#reserve(count + 1)
    if (value < 0) this.#bytes[this.length++] = 0x2d
    while (count > 0) this.#bytes[this.length++] = digits[--count] ?? 0
  }

  /** Writes 8-bit characters of `from`. The caller writes the quotes around them. */
  latin1(from: Uint8Array, start: number, count: number): void {
    this.#reserveUnits(count)
    if (this.#high !== 0 && count > 0) this.#endSurrogates()
    const to = this.#bytes
    const end = start + count
    let at = this.length
    for (let index = start; index < end; index += 1) {
      const code = from[index] ?? 0
      if (code >= 0x20 && code < 0x80 && code !== quote && code !== backslash) to[at++] = code
      else at = this.#special(code, at)
    }
    this.length = at
  }

  /** Writes UTF-16 units of `from`. */
  utf16(from: Uint16Array, start: number, count: number): void {
    this.#reserveUnits(count)
    const end = start + count
    for (let index = start; index < end; index += 1) {
      const unit = from[index] ?? 0
      const high = this.#high
      if (high !== 0 && unit >= 0xdc00 && unit <= 0xdfff) {
        this.#high = 0
        this.length = this.#astral(0x10000 + ((high - 0xd800) << 10) + (unit - 0xdc00), this.length)
        continue
      }
      if (high !== 0) this.#endSurrogates()
      if (unit >= 0xd800 && unit <= 0xdbff) this.#high = unit
      else this.length = this.#special(unit, this.length)
    }
  }

  /** Ends the text: escapes a high surrogate that has no low surrogate. */
  endText(): void {
    if (this.#high !== 0) this.#endSurrogates()
    if (this.length > this.#limit) throw tooMany
  }

  #endSurrogates(): void {
    this.#reserve(0)
    this.length = this.#escape(this.#high, this.length)
    this.#high = 0
  }

  /** Writes a unit that is not part of a surrogate pair. */
  #special(code: number, at: number): number {
    const to = this.#bytes
    if (code < 0x20 || code === quote || code === backslash) {
      const letter = shortEscapes.get(code)
      if (letter === undefined) return this.#escape(code, at)
      to[at] = backslash
      to[at + 1] = letter
      return at + 2
    }
    if (code < 0x80) {
      to[at] = code
      return at + 1
    }
    if (code < 0x800) {
      to[at] = 0xc0 | (code >> 6)
      to[at + 1] = 0x80 | (code & 0x3f)
      return at + 2
    }
    if (code >= 0xd800 && code <= 0xdfff) return this.#escape(code, at)
    to[at] = 0xe0 | (code >> 12)
    to[at + 1] = 0x80 | ((code >> 6) & 0x3f)
    to[at + 2] = 0x80 | (code & 0x3f)
    return at + 3
  }

  #astral(point: number, at: number): number {
    const to = this.#bytes
    to[at] = 0xf0 | (point >> 18)
    to[at + 1] = 0x80 | ((point >> 12) & 0x3f)
    to[at + 2] = 0x80 | ((point >> 6) & 0x3f)
    to[at + 3] = 0x80 | (point & 0x3f)
    return at + 4
  }

  #escape(unit: number, at: number): number {
    const to = this.#bytes
    to[at] = backslash
    to[at + 1] = 0x75
    for (let nibble = 0; nibble < 4; nibble += 1) {
      to[at + 2 + nibble] = hexDigits[(unit >> (12 - 4 * nibble)) & 15] ?? digitZero
    }
    return at + 6
  }

  #reserveUnits(count: number): void {
    if (this.length + count > this.#limit) throw tooMany
    this.#room(count * maxBytesPerUnit)
  }

  #reserve(count: number): void {
    if (this.length + count > this.#limit) throw tooMany
    this.#room(count)
  }

  /** Ensures capacity for `count` more bytes, and for one pending surrogate. */
  #room(count: number): void {
    const wanted = this.length + count + maxBytesPerUnit
    if (wanted <= this.#bytes.length) return
    const larger = Buffer.allocUnsafe(Math.max(wanted, 2 * this.#bytes.length))
    this.#bytes.copy(larger, 0, 0, this.length)
    this.#bytes = larger
  }
}
