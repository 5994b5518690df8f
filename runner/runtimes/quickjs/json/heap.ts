import type { Pointer } from '../engine.ts'
import { text } from './engine-layout.ts'

/** The memory holds no plain data where plain data is expected. */
class NotPlain extends Error {}
export const notPlain = new NotPlain('The value is not plain data')

/** A VM's memory, read while its guest is not running. No read leaves the memory, whatever it holds. */
export class Heap {
  bytes = new Uint8Array()
  halves = new Uint16Array()
  #words = new Uint32Array()

  open(memory: ArrayBuffer): void {
    this.bytes = new Uint8Array(memory)
    this.halves = new Uint16Array(memory)
    this.#words = new Uint32Array(memory)
  }

  /** Releases the memory. */
  close(): void {
    this.open(new ArrayBuffer())
  }

  word(pointer: Pointer): number {
    const word = this.#words[pointer >>> 2]
    if (word === undefined || (pointer & 3) !== 0) throw notPlain
    return word
  }

  /** 16 bits. */
  half(pointer: Pointer): number {
    const half = this.halves[pointer >>> 1]
    if (half === undefined || (pointer & 1) !== 0) throw notPlain
    return half
  }

  /** Whether a text's characters have 16 bits each. */
  isWide(pointer: Pointer): boolean {
    return this.word(pointer + text.length) >= text.wide
  }

  /** The length of a text in characters. */
  lengthOf(pointer: Pointer): number {
    const length = this.word(pointer + text.length)
    return length >= text.wide ? length - text.wide : length
  }

  /** The start of a text's characters, all of which are inside the memory. */
  charactersOf(pointer: Pointer): Pointer {
    const isWide = this.isWide(pointer)
    const start = this.#startOf(pointer)
    const end = start + this.lengthOf(pointer) * (isWide ? 2 : 1)
    if (end > this.bytes.length || (isWide && (start & 1) !== 0)) throw notPlain
    return start
  }

  #startOf(pointer: Pointer): Pointer {
    switch ((this.word(pointer + text.hash) >>> text.keptShift) & 3) {
      case text.kept.here:
        return pointer + text.characters
      case text.kept.slice:
        return this.word(pointer + text.parent) + text.characters + this.word(pointer + text.start)
      default:
        throw notPlain
    }
  }

  /** Decodes a text to a JavaScript string. Meant for names, which are short. */
  textOf(pointer: Pointer): string {
    const isWide = this.isWide(pointer)
    const start = this.charactersOf(pointer)
    const bytes = Buffer.from(this.bytes.buffer, start, this.lengthOf(pointer) * (isWide ? 2 : 1))
    return bytes.toString(isWide ? 'utf16le' : 'latin1')
  }
}
