import { isUtf8 } from 'node:buffer'
import { stream } from './engine-layout.ts'
import { FoundParts } from './found-parts.ts'
import { NameTable } from './name-table.ts'
import { nowhere, type OpenName, OpenNames } from './open-names.ts'
import { leastBytes, RepeatedParts } from './repeated-parts.ts'
import { StreamBytes } from './stream-bytes.ts'

/** What stands in the text is not JSON, or too deep: the guest's own parser has to say what is wrong. */
class NotRead extends Error {}
const notRead = new NotRead('The text is not read here')

/**
 * An object may have a name twice. The engine lets go of the first value then, and what refers to that, or to a part of it,
 * would read memory that is free.
 */
class NotShared extends Error {}
const notShared = new NotShared('A name may come twice in one object')

const mostDepth = 100
const mostNames = 100_000
/** What one part of a text may become, its characters aside: a tag and a double, or a name's number. */
const mostBytesPerPart = 16
const hashSeed = 0x811c9dc5
const hashPrime = 0x01000193

const [quote, backslash, comma, colon] = [0x22, 0x5c, 0x2c, 0x3a]
const [openList, closeList, openObject, closeObject] = [0x5b, 0x5d, 0x7b, 0x7d]
const [space, lineFeed, carriageReturn, tab] = [0x20, 0x0a, 0x0d, 0x09]
const [plus, minus, point, zero, nine, smallE, capitalE] = [0x2b, 0x2d, 0x2e, 0x30, 0x39, 0x65, 0x45]
/** By byte: whether it stands for itself in a text, and neither ends nor escapes. */
const isPlain = Uint8Array.from({ length: 256 }, (_, byte) =>
  byte >= space && byte < 0x80 && byte !== quote && byte !== backslash ? 1 : 0,
)

/** So many digits fit into 32 bits whatever they are. */
const surelyIntDigits = 9
const numberPattern = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/
/** Names that the engine has as numbers, up to the highest. */
const integerName = /^(?:0|[1-9]\d{0,9})$/
const highestIntegerName = 0x7fffffff

type Word = { readonly text: Uint8Array; readonly tag: number }
const nullWord: Word = { text: Buffer.from('null'), tag: stream.null }
const trueWord: Word = { text: Buffer.from('true'), tag: stream.true }
const falseWord: Word = { text: Buffer.from('false'), tag: stream.false }

type Name = OpenName & {
  /** Where its characters were in the text, quotes aside. */
  readonly start: number
  readonly end: number
  readonly hash: number
  /** What stands for it in the stream. */
  readonly code: number
  /** Which name came after it the last time, in the same object: most often it does again. */
  next: Name | undefined
  /** The same for the first name of an object that stands under this one. */
  first: Name | undefined
  /** Whether the object or list that stood under it the last time was so long that it may pay to look for the next one. */
  isLong: boolean
}

/**
 * Makes of a JSON text a stream that the engine reads as the value that `JSON.parse` would give. A name is looked up
 * once in it, not wherever it stands. With `share`, objects and lists that are written alike, byte for byte, are one, unless a
 * name may come twice in one object. The engine trusts what it reads, so it is given streams of this making only.
 */
export class JsonStreamWriter {
  readonly #head = new StreamBytes()
  readonly #ownNames = new StreamBytes()
  readonly #value = new StreamBytes()
  readonly #names = new NameTable<Name>()
  readonly #openNames = new OpenNames()
  readonly #found: FoundParts
  readonly #repeated = new RepeatedParts()
  #text: Buffer = Buffer.alloc(0)
  #at = 0
  #share = false
  /** Names that were looked up; each is kept until the text is read. */
  #lookedUp = 0
  /** Of these, the ones that the stream brings along: numbers are none. */
  #nameCount = 0
  /** Objects and lists so far; those that were found again do not count. */
  #count = 0
  /** Of what the open object or list has so far. */
  #hash = hashSeed
  /** The name under which the next value stands. */
  #owner: Name = nobody()
  /** Whether the text that was scanned last stands for itself, byte for byte. */
  #isPlain = true

  constructor(found = new FoundParts()) {
    this.#found = found
  }

  /**
   * The stream in pieces, which hold until the next is made. `undefined`: it is not JSON, not well-formed UTF-8, or nested
   * deeper than 100.
   */
  write(utf8: Uint8Array, share: boolean): readonly Uint8Array[] | undefined {
    if (!isUtf8(utf8)) return undefined
    this.#text = Buffer.from(utf8.buffer, utf8.byteOffset, utf8.byteLength)
    this.#at = 0
    this.#share = share
    this.#lookedUp = 0
    this.#nameCount = 0
    this.#count = 0
    this.#owner = nobody()
    this.#repeated.begin(this.#text)
    for (const bytes of [this.#head, this.#ownNames, this.#value]) bytes.reset()
    try {
      this.#any(0)
      return this.#peek() === undefined ? this.#pieces() : undefined
    } catch (error) {
      if (error === notRead) return undefined
      if (error !== notShared) throw error
    } finally {
      this.#names.clear()
      this.#openNames.clear()
      this.#found.clear()
    }
    return this.write(utf8, false)
  }

  #pieces(): readonly Uint8Array[] {
    const head = this.#head
    head.byte(stream.version)
    for (let byte = 0; byte < 4; byte += 1) head.byte(stream.uncheckedSum & 0xff)
    head.unsigned(this.#nameCount)
    return [head.written, this.#ownNames.written, this.#value.written]
  }

  /** The next byte that is no space. */
  #peek(): number | undefined {
    const text = this.#text
    let at = this.#at
    let byte = text[at]
    while (byte === space || byte === lineFeed || byte === carriageReturn || byte === tab) {
      at += 1
      byte = text[at]
    }
    this.#at = at
    return byte
  }

  #any(depth: number): void {
    this.#value.reserve(mostBytesPerPart)
    switch (this.#peek()) {
      case openObject:
        this.#part(stream.object, depth + 1)
        break
      case openList:
        this.#part(stream.list, depth + 1)
        break
      case quote:
        this.#string()
        break
      case nullWord.text[0]:
        this.#word(nullWord)
        break
      case trueWord.text[0]:
        this.#word(trueWord)
        break
      case falseWord.text[0]:
        this.#word(falseWord)
        break
      default:
        this.#number()
    }
  }

  /** An object or a list. */
  #part(tag: number, depth: number): void {
    if (depth > mostDepth) throw notRead
    const start = this.#at
    const owner = this.#owner
    if (this.#share && owner.isLong && this.#isRepeated(depth)) return
    const outer = this.#hash
    const to = this.#value.length
    const added = this.#added
    const reference = this.#begin(tag)
    const parts = tag === stream.object ? this.#fields(owner, reference, depth) : this.#elements(owner, depth)
    this.#at += 1
    const end = this.#at
    const hash = this.#hash
    this.#hash = outer
    this.#fold(hash)
    owner.isLong = end - start >= leastBytes
    const known = this.#share && parts > 0 ? this.#found.findOrAdd(this.#text, hash, start, end, reference) : undefined
    // Parts of it that are new, where an older one was forgotten, keep their numbers: then it is written again in full.
    if (known === undefined || this.#added > added) {
      this.#value.count(to + 1, parts)
      if (this.#share && owner.isLong) this.#repeated.add(this.#text, start, end, reference, hash, depth)
      return
    }
    this.#value.length = to
    this.#refer(known)
    this.#count = reference
  }

  /** How many parts were new so far: their numbers are known. */
  get #added(): number {
    return this.#found.added + this.#repeated.added
  }

  /** Whether the object or list that begins here has been written before; then it is passed over. */
  #isRepeated(depth: number): boolean {
    const repeated = this.#repeated
    if (!repeated.find(this.#text, this.#at, depth)) return false
    this.#at = repeated.end
    this.#fold(repeated.hash)
    this.#refer(repeated.number)
    return true
  }

  #refer(number: number): void {
    this.#value.byte(stream.reference)
    this.#value.unsigned(number)
  }

  #fields(owner: Name, reference: number, depth: number): number {
    const openNames = this.#openNames.count
    let last: Name | undefined
    let parts = 0
    for (let byte = this.#peek(); byte !== closeObject; byte = this.#peek()) {
      if (parts > 0) byte = this.#afterComma(byte)
      if (byte !== quote) throw notRead
      const name = this.#name(last === undefined ? owner.first : last.next)
      if (last === undefined) owner.first = name
      else last.next = name
      last = name
      if (this.#share && !this.#openNames.add(name, reference)) throw notShared
      this.#owner = name
      if (this.#peek() !== colon) throw notRead
      this.#at += 1
      this.#any(depth)
      parts += 1
    }
    this.#openNames.close(openNames)
    return parts
  }

  #elements(owner: Name, depth: number): number {
    let parts = 0
    for (let byte = this.#peek(); byte !== closeList; byte = this.#peek()) {
      if (parts > 0 && this.#afterComma(byte) === closeList) throw notRead
      this.#owner = owner
      this.#any(depth)
      parts += 1
    }
    return parts
  }

  #begin(tag: number): number {
    this.#value.byte(tag)
    // For the number of parts.
    this.#value.byte(0)
    this.#at += 1
    this.#hash = hashSeed ^ tag
    this.#count += 1
    return this.#count - 1
  }

  #afterComma(byte: number | undefined): number | undefined {
    if (byte !== comma) throw notRead
    this.#at += 1
    return this.#peek()
  }

  #fold(value: number): void {
    this.#hash = Math.imul(this.#hash ^ value, hashPrime)
  }

  /** Goes to the end of the text that begins here, and gives a hash of its bytes. */
  #scan(): number {
    const text = this.#text
    let hash = hashSeed
    let at = this.#at + 1
    let byte = text[at] ?? 0
    while (isPlain[byte] === 1) {
      hash = Math.imul(hash ^ byte, hashPrime)
      at += 1
      byte = text[at] ?? 0
    }
    this.#at = at + 1
    this.#isPlain = byte === quote
    return byte === quote ? hash : this.#scanSpecial(hash, at)
  }

  /** The text has escapes, or characters beyond ASCII. */
  #scanSpecial(begun: number, from: number): number {
    const text = this.#text
    let hash = begun
    let at = from
    for (let byte = text[at] ?? 0; byte !== quote; byte = text[at] ?? 0) {
      if (byte < space) throw notRead
      if (byte === backslash) at += 1
      hash = Math.imul(hash ^ byte, hashPrime)
      at += 1
    }
    this.#at = at + 1
    return hash
  }

  #string(): void {
    const start = this.#at + 1
    this.#fold(this.#scan())
    const end = this.#at - 1
    const value = this.#value
    value.byte(stream.text)
    if (this.#isPlain) {
      value.reserve(end - start + mostBytesPerPart)
      value.ascii(this.#text, start, end)
    } else value.text(this.#decode(start, end))
  }

  #decode(start: number, end: number): string {
    try {
      return JSON.parse(this.#text.toString('utf8', start - 1, end + 1))
    } catch {
      throw notRead
    }
  }

  #name(guess: Name | undefined): Name {
    const start = this.#at + 1
    const name = guess !== undefined && this.#isAt(guess, start) ? guess : this.#scanName(start)
    this.#at = start + name.end - name.start + 1
    this.#fold(name.hash)
    this.#value.reserve(mostBytesPerPart)
    this.#value.unsigned(name.code)
    return name
  }

  /** Whether this name begins at `start` of the text, and ends as it does. */
  #isAt(name: Name, start: number): boolean {
    const text = this.#text
    let at = start
    for (let other = name.start; other <= name.end; other += 1) {
      if (text[at] !== text[other]) return false
      at += 1
    }
    return true
  }

  #scanName(start: number): Name {
    const hash = this.#scan()
    const known = this.#names.find(hash, (name) => this.#isAt(name, start))
    if (known !== undefined) return known
    const end = this.#at - 1
    const code = this.#newName(start, end)
    const name = { start, end, hash, code, standsIn: nowhere, next: undefined, first: undefined, isLong: false }
    const isKept = this.#names.add(name)
    // Of a name that is forgotten, or spelled with escapes, nobody would see that it comes again.
    if (this.#share && (!isKept || this.#text.subarray(start, end).includes(backslash))) throw notShared
    return name
  }

  #newName(start: number, end: number): number {
    if (this.#lookedUp === mostNames) throw notRead
    this.#lookedUp += 1
    const name = this.#decode(start, end)
    const integer = integerName.test(name) ? Number(name) : Number.POSITIVE_INFINITY
    if (integer <= highestIntegerName) return ((integer << 1) | 1) >>> 0
    this.#ownNames.reserve(1)
    this.#ownNames.byte(stream.textName)
    this.#ownNames.text(name)
    this.#nameCount += 1
    return (stream.firstName + this.#nameCount - 1) << 1
  }

  #word({ text, tag }: Word): void {
    for (const byte of text) {
      if (this.#text[this.#at] !== byte) throw notRead
      this.#at += 1
    }
    this.#value.byte(tag)
    this.#fold(tag)
  }

  #number(): void {
    const text = this.#text
    const start = this.#at
    const isNegative = text[start] === minus
    const first = isNegative ? start + 1 : start
    let at = first
    let value = 0
    for (let byte = text[at] ?? 0; byte >= zero && byte <= nine; byte = text[at] ?? 0) {
      value = value * 10 + byte - zero
      at += 1
    }
    const digits = at - first
    const isInt = digits > 0 && digits <= surelyIntDigits && !isOfNumber(text[at])
    const isUsual = isInt && (text[first] === zero ? digits === 1 && !isNegative : true)
    if (!isUsual) {
      this.#unusualNumber()
      return
    }
    this.#at = at
    this.#value.int(isNegative ? -value : value)
    this.#fold(isNegative ? -value : value)
  }

  #unusualNumber(): void {
    const start = this.#at
    let end = start
    while (isOfNumber(this.#text[end])) {
      this.#fold(this.#text[end] ?? 0)
      end += 1
    }
    const written = this.#text.toString('latin1', start, end)
    if (!numberPattern.test(written)) throw notRead
    const value = Number(written)
    this.#at = end
    if (Object.is(value, value | 0)) this.#value.int(value)
    else this.#value.double(value)
  }
}

function nobody(): Name {
  return { start: 0, end: 0, hash: 0, code: 0, standsIn: nowhere, next: undefined, first: undefined, isLong: false }
}

function isOfNumber(byte: number | undefined): boolean {
  if (byte === undefined) return false
  return (
    (byte >= zero && byte <= nine) ||
    byte === point ||
    byte === smallE ||
    byte === capitalE ||
    byte === plus ||
    byte === minus
  )
}
