import type { Pointer } from '../engine.ts'
import type { Vm } from '../vm.ts'
import { type HeapJson, HeapJsonReader } from './heap-json.ts'

/**
 * Returns the text that `JSON.stringify` gives for a guest's value, if the value is plain data. The guest pays fuel for
 * the work, so the time that reading takes is bounded. A value with more than `maxValues` values is left to the guest.
 */
export type ReadGuestJson = (vm: Vm, value: Pointer, maxBytes: number, maxValues?: number) => HeapJson

/** Fuel per value visited and per byte written. */
const fuelPerWork = 32

/** Make one per thread: its buffers are valid until the next call only. */
export function createGuestJsonReader(): ReadGuestJson {
  const reader = new HeapJsonReader()
  return (vm, value, maxBytes, maxValues = Number.POSITIVE_INFINITY) => {
    const maxSteps = Math.min(maxValues, Math.max(0, vm.fuel) / fuelPerWork)
    const read = reader.read(vm.engine.memory.buffer, vm.realm, value, maxBytes, maxSteps)
    vm.fuel -= read.work * fuelPerWork
    return read
  }
}
