import type { Pointer } from '../engine.ts'
import type { Vm } from '../vm.ts'
import { type HeapJson, HeapJsonReader } from './heap-json.ts'

/**
 * Gives the text that `JSON.stringify` gives for a guest's value, when it is plain data. The guest pays by size, about what
 * it takes in time. A value of more than `maxValues` is left to the guest.
 */
export type ReadGuestJson = (vm: Vm, value: Pointer, maxBytes: number, maxValues?: number) => HeapJson

/** For a value that is looked at, or a byte that is written. */
const fuelPerWork = 32

/** One for each thread: what it makes in between holds until the next call only. */
export function createGuestJsonReader(): ReadGuestJson {
  const reader = new HeapJsonReader()
  return (vm, value, maxBytes, maxValues = Number.POSITIVE_INFINITY) => {
    const mostSteps = Math.min(maxValues, Math.max(0, vm.fuel) / fuelPerWork)
    const read = reader.read(vm.engine.memory.buffer, vm.realm, value, maxBytes, mostSteps)
    vm.fuel -= read.work * fuelPerWork
    return read
  }
}
