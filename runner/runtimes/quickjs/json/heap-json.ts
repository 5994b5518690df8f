import type { Pointer } from '../engine.ts'
import {
  atom,
  classId,
  doubleOffset,
  flag,
  isDouble,
  object,
  property,
  referenceCount,
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
 * What reading a value came to. `work` is what it took: values and properties looked at, and bytes of text or of names, whichever are
 * more. `values` counts those too that others are made of, each as often as it was written.
 */
export type HeapJson = { readonly work: number } & (
  | { readonly kind: 'json'; readonly utf8: Uint8Array<ArrayBuffer>; readonly values: number }
  | { readonly kind: 'too_large' }
  /** Only the guest's own `JSON.stringify` knows what becomes of it. */
  | { readonly kind: 'not_plain' }
)

/** Where the engine's runtime is, and the two objects that plain objects and lists inherit from. */
export type Realm = { readonly runtime: Pointer; readonly objectPrototype: Pointer; readonly arrayPrototype: Pointer }

/** Deeper values are left to the guest, which finds a cycle or is told that they are too deep. */
const mostDepth = 100
/** The engine's ropes are far less deep; only broken memory holds more pieces open. */
const mostOpenPieces = 1000

/** What a shape gives to JSON: where each value stands, and where its name ends, as `"name":`, in what was written of names. */
type Plan = { readonly slots: readonly number[]; readonly namesFrom: number; readonly nameEnds: readonly number[] }

/** Where something that is referred to more than once was written, how deep it is nested, and of how many values it is made. */
type Written = { readonly start: number; readonly length: number; readonly height: number; readonly values: number }

const [comma, quote, colon] = [0x2c, 0x22, 0x3a]
const [digitZero, digitNine] = [0x30, 0x39]
const [openList, closeList, openObject, closeObject] = [0x5b, 0x5d, 0x7b, 0x7d]
const nullText = Buffer.from('null')
const trueText = Buffer.from('true')
const falseText = Buffer.from('false')
const toJson = 'toJSON'

/**
 * Reads values straight out of a VM's memory and writes the text that `JSON.stringify` would. No code of the guest runs: a
 * value with a getter, a `toJSON`, a proxy or anything else that is not plain data is not read. Whatever the memory holds, it
 * ends, and gives one of the three kinds.
 *
 * What is referred to again is not read again. It counts in full all the same, so a value that grows by repeating itself
 * is `too_large` before it is written.
 */
export class HeapJsonReader {
  readonly #heap = new Heap()
  readonly #out = new JsonBytes()
  readonly #names = new JsonBytes()
  readonly #plans = new Map<Pointer, Plan>()
  readonly #written = new Map<Pointer, Written>()
  readonly #double = new Float64Array(1)
  readonly #doubleBits = new Uint32Array(this.#double.buffer)
  #realm: Realm = { runtime: 0, objectPrototype: 0, arrayPrototype: 0 }
  #atoms: Pointer = 0
  #steps = 0
  #mostSteps = 0
  #values = 0

  /** `pointer` is where the value stands. One that takes more than `mostSteps` is left to the guest. */
  read(memory: ArrayBuffer, realm: Realm, pointer: Pointer, maxBytes: number, mostSteps: number): HeapJson {
    this.#heap.open(memory)
    this.#realm = realm
    this.#steps = 0
    this.#values = 0
    this.#mostSteps = mostSteps
    this.#out.reset(maxBytes)
    this.#names.reset(maxBytes)
    try {
      this.#atoms = this.#heap.word(realm.runtime + runtime.atoms)
      this.#checkPrototypes()
      this.#value(pointer, 0)
      return { kind: 'json', utf8: this.#out.copied(), values: this.#values, work: this.#work }
    } catch (error) {
      if (error instanceof TooManyBytes) return { kind: 'too_large', work: this.#work }
      if (error === notPlain) return { kind: 'not_plain', work: this.#work }
      throw error
    } finally {
      this.#plans.clear()
      this.#written.clear()
      this.#heap.close()
    }
  }

  get #work(): number {
    return this.#steps + Math.max(this.#out.length, this.#names.length)
  }

  #step(): void {
    this.#steps += 1
    if (this.#steps > this.#mostSteps) throw notPlain
  }

  /** Prototypes may be changed, but not so that JSON is. */
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

  /** Writes one that JSON has. Gives how deep it is nested. */
  #value(pointer: Pointer, depth: number): number {
    this.#step()
    this.#values += 1
    const payload = this.#heap.word(pointer)
    const valueTag = this.#heap.word(pointer + 4) | 0
    switch (valueTag) {
      case tag.text:
      case tag.rope:
        this.#text(pointer)
        return 0
      case tag.object:
        return this.#object(payload, depth + 1)
      case tag.int:
        this.#out.integer(payload | 0)
        return 0
      case tag.boolean:
        this.#out.raw(payload === 0 ? falseText : trueText)
        return 0
      case tag.null:
        this.#out.raw(nullText)
        return 0
      default:
        this.#number(payload, valueTag)
        return 0
    }
  }

  #number(payload: number, valueTag: number): void {
    if (!isDouble(valueTag)) throw notPlain
    this.#doubleBits[0] = payload
    this.#doubleBits[1] = valueTag + doubleOffset
    const [value = 0] = this.#double
    this.#out.ascii(Number.isFinite(value) ? String(value) : 'null')
  }

  #object(pointer: Pointer, depth: number): number {
    if (depth > mostDepth) throw notPlain
    const known = this.#written.get(pointer)
    if (known !== undefined) {
      if (depth + known.height - 1 > mostDepth) throw notPlain
      this.#out.again(known.start, known.length)
      // The one that is known was counted by whoever asked for it.
      this.#values += known.values - 1
      return known.height
    }
    const start = this.#out.length
    const before = this.#values - 1
    const height = 1 + this.#contents(pointer, depth)
    if (this.#heap.word(pointer + referenceCount) > 1) {
      this.#written.set(pointer, { start, length: this.#out.length - start, height, values: this.#values - before })
    }
    return height
  }

  #contents(pointer: Pointer, depth: number): number {
    switch (this.#heap.half(pointer + object.classId)) {
      case classId.object:
        return this.#fields(pointer, depth)
      case classId.array:
        return this.#elements(pointer, depth)
      default:
        throw notPlain
    }
  }

  #fields(pointer: Pointer, depth: number): number {
    const { slots, namesFrom, nameEnds } = this.#planOf(this.#heap.word(pointer + object.shape))
    const values = this.#heap.word(pointer + object.properties)
    let height = 0
    let nameEnd = namesFrom
    let separator = openObject
    for (let index = 0; index < slots.length; index += 1) {
      const value = values + (slots[index] ?? 0)
      const nameStart = nameEnd
      nameEnd = nameEnds[index] ?? nameStart
      if ((this.#heap.word(value + 4) | 0) === tag.undefined) {
        this.#step()
        continue
      }
      this.#out.byte(separator)
      separator = comma
      this.#out.part(this.#names, nameStart, nameEnd)
      height = Math.max(height, this.#value(value, depth))
    }
    if (separator === openObject) this.#out.byte(openObject)
    this.#out.byte(closeObject)
    return height
  }

  #elements(pointer: Pointer, depth: number): number {
    const shapeOf = this.#heap.word(pointer + object.shape)
    const isPlain =
      (this.#heap.half(pointer + object.flags) & flag.fastArray) !== 0 &&
      this.#heap.word(shapeOf + shape.prototype) === this.#realm.arrayPrototype &&
      this.#heap.word(shapeOf + shape.propertyCount) === 1
    if (!isPlain) throw notPlain
    const count = this.#heap.word(pointer + object.elementCount)
    // The only property is the length. It may say more than there are elements.
    const length = this.#heap.word(pointer + object.properties)
    if (this.#heap.word(length + 4) !== tag.int || this.#heap.word(length) !== count) throw notPlain
    const elements = this.#heap.word(pointer + object.elements)
    let height = 0
    this.#out.byte(openList)
    for (let index = 0; index < count; index += 1) {
      if (index > 0) this.#out.byte(comma)
      const value = elements + index * valueBytes
      if ((this.#heap.word(value + 4) | 0) === tag.undefined) this.#hole()
      else height = Math.max(height, this.#value(value, depth))
    }
    this.#out.byte(closeList)
    return height
  }

  #hole(): void {
    this.#values += 1
    this.#out.raw(nullText)
  }

  /** What objects of this shape have for JSON, in its order. */
  #planOf(shapeOf: Pointer): Plan {
    const known = this.#plans.get(shapeOf)
    if (known !== undefined) return known
    const prototype = this.#heap.word(shapeOf + shape.prototype)
    if (prototype !== 0 && prototype !== this.#realm.objectPrototype) throw notPlain
    const slots: number[] = []
    const nameEnds: number[] = []
    const namesFrom = this.#names.length
    const count = this.#heap.word(shapeOf + shape.propertyCount)
    const first = this.#propertiesOf(shapeOf)
    for (let index = 0; index < count; index += 1) {
      this.#step()
      if (!this.#writeNameAt(first + index * property.bytes)) continue
      slots.push(index * valueBytes)
      nameEnds.push(this.#names.length)
    }
    const plan = { slots, namesFrom, nameEnds }
    this.#plans.set(shapeOf, plan)
    return plan
  }

  /** Writes the name of a property as `"name":`; false when JSON leaves the property out. */
  #writeNameAt(pointer: Pointer): boolean {
    const flags = this.#heap.word(pointer) >>> property.flagsShift
    const name = this.#heap.word(pointer + property.atom)
    if (name === atom.none) return false
    if (name >= atom.integer) throw notPlain
    const found = this.#textOf(name)
    if ((flags & property.enumerable) === 0) {
      if (this.#isToJson(found)) throw notPlain
      return false
    }
    if ((flags & property.kindMask) !== 0) throw notPlain
    // Symbols are left out.
    if (this.#heap.word(found + text.hash) >>> atom.typeShift !== atom.textType) return false
    if (this.#startsWithDigit(found)) throw notPlain
    this.#writeName(found)
    return true
  }

  /**
   * A shape that has a long name once more costs a guest nothing, and takes the whole name here: a value whose shapes have
   * more names than it may have text is left to it.
   */
  #writeName(name: Pointer): void {
    try {
      this.#names.byte(quote)
      this.#characters(name, this.#names)
      this.#names.endText()
      this.#names.byte(quote)
      this.#names.byte(colon)
    } catch (error) {
      throw error instanceof TooManyBytes ? notPlain : error
    }
  }

  /** JavaScript puts names that are numbers before all others, whenever they were set. */
  #startsWithDigit(name: Pointer): boolean {
    if (this.#heap.lengthOf(name) === 0) return false
    const start = this.#heap.charactersOf(name)
    const first = this.#heap.isWide(name) ? this.#heap.half(start) : this.#heap.bytes[start]
    return first !== undefined && first >= digitZero && first <= digitNine
  }

  /** The value at `pointer` is a text, or a rope of some. */
  #text(pointer: Pointer): void {
    this.#out.byte(quote)
    if ((this.#heap.word(pointer + 4) | 0) === tag.text) this.#characters(this.#heap.word(pointer), this.#out)
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
      if (valueTag === tag.text) this.#characters(payload, this.#out)
      else if (valueTag !== tag.rope || open.length > mostOpenPieces) throw notPlain
      else open.push(payload + rope.right, payload + rope.left)
    }
  }

  #characters(pointer: Pointer, to: JsonBytes): void {
    const start = this.#heap.charactersOf(pointer)
    const count = this.#heap.lengthOf(pointer)
    if (this.#heap.isWide(pointer)) to.utf16(this.#heap.halves, start >>> 1, count)
    else to.latin1(this.#heap.bytes, start, count)
  }
}
