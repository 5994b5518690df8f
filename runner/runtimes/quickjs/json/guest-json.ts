import type { Pointer } from '../engine.ts'
import type { Vm } from '../vm.ts'
import { stream } from './engine-layout.ts'
import { type HeapJson, HeapJsonReader } from './heap-json.ts'
import { JsonStreamWriter } from './json-stream.ts'

/** JSON in and out of guests, worked on outside of them. They pay for it by its size, about what it takes in time. */
export type GuestJson = {
  /** The text that `JSON.stringify` gives for a value, when it is plain data. One of more than `maxValues` is left to the guest. */
  textOf(vm: Vm, value: Pointer, maxBytes: number, maxValues?: number): HeapJson
  /**
   * The value that `JSON.parse` gives for a text. With `share`, objects and lists that are written alike are one.
   * `undefined`: the guest's own parser has to read it, and say what is wrong.
   */
  valueOf(vm: Vm, utf8: Uint8Array, share: boolean): Pointer | undefined
}

/** For a value that is looked at, or a byte that is written. */
const fuelPerWork = 32
/** For a byte of a text that is read. */
const fuelPerByte = 64

/** One for each thread: what it makes in between holds until the next call only. */
export function createGuestJson(writer = new JsonStreamWriter()): GuestJson {
  const reader = new HeapJsonReader()
  return {
    textOf: (vm, value, maxBytes, maxValues = Number.POSITIVE_INFINITY) => {
      const mostSteps = Math.min(maxValues, Math.max(0, vm.fuel) / fuelPerWork)
      const read = reader.read(vm.engine.memory.buffer, vm.realm, value, maxBytes, mostSteps)
      vm.fuel -= read.work * fuelPerWork
      return read
    },
    valueOf: (vm, utf8, share) => {
      vm.fuel -= utf8.length * fuelPerByte
      const pieces = vm.fuel < 0 ? undefined : writer.write(utf8, share)
      return pieces && vm.newValue(pieces, stream.allowReferences)
    },
  }
}
