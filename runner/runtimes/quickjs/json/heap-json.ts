import type { Pointer } from '../engine.ts'
import {
  atom,
  classId,
  doubleOffset,
  flag,
  isDouble,
  object,
  property,
  rope,
  runtime,
  shape,
  tag,
  text,
  valueBytes,
} from './engine-layout.ts'
import { Heap, notPlain } from './heap.ts'
import { JsonBytes, TooManyBytes } from './json-bytes.ts'

/**
 * The result of reading a value. `work` counts the values and properties visited and the bytes written. `values`
 * includes nested values, each as often as it is written.
 */
export type HeapJson = { readonly work: number } & (
  | { readonly kind: 'json'; readonly text: string; readonly values: number }
  | { readonly kind: 'too_large' }
  /** Only the guest's own `JSON.stringify` can serialize the value. */
  | { readonly kind: 'not_plain' }
)

/** The engine's runtime, and the prototypes of plain objects and arrays. */
export type Realm = { readonly runtime: Pointer; readonly objectPrototype: Pointer; readonly arrayPrototype: Pointer }

/** Deeper values are left to the guest, where they fail as a cycle or as too deep. */
const maxDepth = 100
/** The engine's ropes are far shallower; only corrupt memory exceeds this number of open pieces. */
const maxOpenPieces = 1000

const [comma, quote, colon] = [0x2c, 0x22, 0x3a]
const [digitZero, digitNine] = [0x30, 0x39]
const [openList, closeList, openObject, closeObject] = [0x5b, 0x5d, 0x7b, 0x7d]
const toJson = 'toJSON'

/**
 * Reads values directly from a VM's memory and writes the text that `JSON.stringify` would. No guest code runs: a value
 * with a getter, a `toJSON`, a proxy or anything else beyond plain data is not read. Reading always ends with one of
 * the three kinds of `HeapJson`, whatever the memory holds.
 */
export class HeapJsonReader {
  readonly #heap = new Heap()
  readonly #out = new JsonBytes()
  readonly #double = new Float64Array(1)
  readonly #doubleBits = new Uint32Array(this.#double.buffer)
  #realm: Realm = { runtime: 0, objectPrototype: 0, arrayPrototype: 0 }
  #atoms: Pointer = 0
  #steps = 0
  #maxSteps = 0
  #values = 0

  /** Reads the value at `pointer`. A value that takes more than `maxSteps` is left to the guest. */
  read(memory: ArrayBuffer, realm: Realm, pointer: Pointer, maxBytes: number, maxSteps: number): HeapJson {
    this.#heap.open(memory)
    this.#realm = realm
    this.#steps = 0
    this.#values = 0
    this.#maxSteps = maxSteps
    this.#out.reset(maxBytes)
    try {
      this.#atoms = this.#heap.word(realm.runtime + runtime.atoms)
      this.#checkPrototypes()
      this.#value(pointer, 0)
      return { kind: 'json', text: this.#out.text(), values: this.#values, work: this.#work }
    } catch (error) {
      if (error instanceof TooManyBytes) return { kind: 'too_large', work: this.#work }
      if (error === notPlain) return { kind: 'not_plain', work: this.#work }
      throw error
    } finally {
      this.#heap.close()
    }
  }

  get #work(): number {
    return this.#steps + this.#out.length
  }

  #step(): void {
    this.#steps += 1
    if (this.#steps > this.#maxSteps) throw notPlain
  }

  /** Throws if the guest has changed a prototype in a way that affects JSON. Other changes are allowed. */
  #checkPrototypes(): void {
    const { objectPrototype, arrayPrototype } = this.#realm
    const isUsual = this.#inherits(objectPrototype, 0) && this.#inherits(arrayPrototype, objectPrototype)
    if (!isUsual || this.#hasToJson(objectPrototype) || this.#hasToJson(arrayPrototype)) throw notPlain
  }

  #inherits(owner: Pointer, prototype: Pointer): boolean {
    return this.#heap.word(this.#heap.word(owner + object.shape) + shape.prototype) === prototype
  }

  #hasToJson(owner: Pointer): boolean {
    const shapeOf = this.#heap.word(owner + object.shape)
    const count = this.#heap.word(shapeOf + shape.propertyCount)
    const first = this.#propertiesOf(shapeOf)
    for (let index = 0; index < count; index += 1) {
      this.#step()
      const name = this.#heap.word(first + index * property.bytes + property.atom)
      if (name !== atom.none && name < atom.integer && this.#isToJson(this.#textOf(name))) return true
    }
    return false
  }

  #isToJson(name: Pointer): boolean {
    return this.#heap.lengthOf(name) === toJson.length && this.#heap.textOf(name) === toJson
  }

  #textOf(name: number): Pointer {
    return this.#heap.word(this.#atoms + 4 * name)
  }

  #propertiesOf(shapeOf: Pointer): Pointer {
    return shapeOf + shape.tables + 4 * (this.#heap.word(shapeOf + shape.hashMask) + 1)
  }

  #value(pointer: Pointer, depth: number): void {
    this.#step()
    this.#values += 1
    const payload = this.#heap.word(pointer)
    const valueTag = this.#heap.word(pointer + 4) | 0
    switch (valueTag) {
      case tag.text:
      case tag.rope:
        this.#text(pointer)
        break
      case tag.object:
        this.#object(payload, depth + 1)
        break
      case tag.int:
        this.#out.integer(payload | 0)
        break
      case tag.boolean:
        this.#out.ascii(payload === 0 ? 'false' : 'true')
        break
      case tag.null:
        this.#out.ascii('null')
        break
      default:
        this.#number(payload, valueTag)
    }
  }

  #number(payload: number, valueTag: number): void {
    if (!isDouble(valueTag)) throw notPlain
    this.#doubleBits[0] = payload
    this.#doubleBits[1] = valueTag + doubleOffset
    const [value = 0] = this.#double
    this.#out.ascii(Number.isFinite(value) ? String(value) : 'null')
  }

  #object(pointer: Pointer, depth: number): void {
    if (depth > maxDepth) throw notPlain
    switch (this.#heap.half(pointer + object.classId)) {
      case classId.object:
        this.#fields(pointer, depth)
        break
      case classId.array:
        this.#elements(pointer, depth)
        break
      default:
        throw notPlain
    }
  }

  #fields(pointer: Pointer, depth: number): void {
    const shapeOf = this.#heap.word(pointer + object.shape)
    const prototype = this.#heap.word(shapeOf + shape.prototype)
    if (prototype !== 0 && prototype !== this.#realm.objectPrototype) throw notPlain
    const count = this.#heap.word(shapeOf + shape.propertyCount)
    const first = this.#propertiesOf(shapeOf)
    const values = this.#heap.word(pointer + object.properties)
    let separator = openObject
    for (let index = 0; index < count; index += 1) {
      const name = this.#nameAt(first + index * property.bytes)
      const value = values + index * valueBytes
      if (name === undefined || (this.#heap.word(value + 4) | 0) === tag.undefined) {
        this.#step()
        continue
      }
      this.#out.byte(separator)
      separator = comma
      this.#name(name)
      this.#value(value, depth)
    }
    if (separator === openObject) this.#out.byte(openObject)
    this.#out.byte(closeObject)
  }

  #elements(pointer: Pointer, depth: number): void {
    const shapeOf = this.#heap.word(pointer + object.shape)
    const isPlain =
      (this.#heap.half(pointer + object.flags) & flag.fastArray) !== 0 &&
      this.#heap.word(shapeOf + shape.prototype) === this.#realm.arrayPrototype &&
      this.#heap.word(shapeOf + shape.propertyCount) === 1
    if (!isPlain) throw notPlain
    const count = this.#heap.word(pointer + object.elementCount)
    // The only property is the length. It may exceed the number of elements.
    const length = this.#heap.word(pointer + object.properties)
    if (this.#heap.word(length + 4) !== tag.int || this.#heap.word(length) !== count) throw notPlain
    const elements = this.#heap.word(pointer + object.elements)
    this.#out.byte(openList)
    for (let index = 0; index < count; index += 1) {
      if (index > 0) this.#out.byte(comma)
      const value = elements + index * valueBytes
      if ((this.#heap.word(value + 4) | 0) === tag.undefined) this.#hole()
      else this.#value(value, depth)
    }
    this.#out.byte(closeList)
  }

  #hole(): void {
    this.#values += 1
    this.#out.ascii('null')
  }

  /** The name of a property; `undefined` when JSON omits the property. */
  #nameAt(pointer: Pointer): Pointer | undefined {
    const flags = this.#heap.word(pointer) >>> property.flagsShift
    const name = this.#heap.word(pointer + property.atom)
    if (name === atom.none) return undefined
    if (name >= atom.integer) throw notPlain
    const found = this.#textOf(name)
    if ((flags & property.enumerable) === 0) {
      if (this.#isToJson(found)) throw notPlain
      return undefined
    }
    if ((flags & property.kindMask) !== 0) throw notPlain
    const isSymbol = this.#heap.word(found + text.hash) >>> atom.typeShift !== atom.textType
    if (isSymbol) return undefined
    if (this.#startsWithDigit(found)) throw notPlain
    return found
  }

  #name(pointer: Pointer): void {
    this.#out.byte(quote)
    this.#characters(pointer)
    this.#out.endText()
    this.#out.byte(quote)
    this.#out.byte(colon)
  }

  /** Whether a name may be numeric. JavaScript writes numeric names first, not in the order in which they were added. */
  #startsWithDigit(name: Pointer): boolean {
    if (this.#heap.lengthOf(name) === 0) return false
    const start = this.#heap.charactersOf(name)
    const first = this.#heap.isWide(name) ? this.#heap.half(start) : this.#heap.bytes[start]
    return first !== undefined && first >= digitZero && first <= digitNine
  }

  /** The value at `pointer` is a text, or a rope of texts. */
  #text(pointer: Pointer): void {
    this.#out.byte(quote)
    if ((this.#heap.word(pointer + 4) | 0) === tag.text) this.#characters(this.#heap.word(pointer))
    else this.#rope(pointer)
    this.#out.endText()
    this.#out.byte(quote)
  }

  #rope(pointer: Pointer): void {
    const open = [pointer]
    for (let at = open.pop(); at !== undefined; at = open.pop()) {
      this.#step()
      const payload = this.#heap.word(at)
      const valueTag = this.#heap.word(at + 4) | 0
      if (valueTag === tag.text) this.#characters(payload)
      else if (valueTag !== tag.rope || open.length > maxOpenPieces) throw notPlain
      else open.push(payload + rope.right, payload + rope.left)
    }
  }

  #characters(pointer: Pointer): void {
    const start = this.#heap.charactersOf(pointer)
    const count = this.#heap.lengthOf(pointer)
    if (this.#heap.isWide(pointer)) this.#out.utf16(this.#heap.halves, start >>> 1, count)
    else this.#out.latin1(this.#heap.bytes, start, count)
  }
}
