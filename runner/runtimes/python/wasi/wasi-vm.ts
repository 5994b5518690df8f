import { type FileType, fileType } from './errno.ts'
import type { World } from './world.ts'

/** What the functions of WASI need of the VM that calls them. */
export type WasiVm = {
  /** The memory. Growing it replaces the view, so the view is fetched on each use. */
  bytes(): Buffer
  view(): DataView
  /** Charges fuel for work of the host whose size the guest chooses. Throws when none is left. */
  spend(units: number): void
  /** The guest yields, or its fuel is so low that the host looks whether it has to stop. */
  yielded(): void
  readonly world: World
}

/** A place in the memory. */
export type Pointer = number

/** Ranges of the memory to read or write, as the guest lists them. */
export type Ranges = ReadonlyArray<{ readonly at: Pointer; readonly length: number }>

const maxRanges = 1024
const maxPathBytes = 4096

/** Throws if the list is longer than any of the C library's. */
export function rangesAt(vm: WasiVm, list: Pointer, count: number): Ranges {
  if (count >>> 0 > maxRanges) throw new RangeError(`A list of ${count >>> 0} buffers`)
  const view = vm.view()
  return Array.from({ length: count }, (_, index) => {
    const at = view.getUint32(list + 8 * index, true)
    const length = view.getUint32(list + 8 * index + 4, true)
    vm.spend(length)
    return { at, length }
  })
}

/** Copies bytes into the ranges, as many as there is room for. Returns their number. */
export function fillRanges(vm: WasiVm, ranges: Ranges, source: Uint8Array): number {
  const memory = vm.bytes()
  let taken = 0
  for (const { at, length } of ranges) {
    const part = source.subarray(taken, taken + length)
    memory.set(part, at)
    taken += part.length
  }
  return taken
}

/** The bytes of one range. Throws if it is not in the memory. */
export function bytesIn(vm: WasiVm, at: Pointer, length: number): Buffer {
  const memory = vm.bytes()
  if (at < 0 || length < 0 || at + length > memory.length) throw new RangeError('A buffer beyond the memory')
  return memory.subarray(at, at + length)
}

/** A path. `undefined`: it is longer than any path of the guest. */
export function pathAt(vm: WasiVm, at: Pointer, length: number): string | undefined {
  vm.spend(length)
  return length >>> 0 > maxPathBytes ? undefined : bytesIn(vm, at, length).toString('utf8')
}

export function setCount(vm: WasiVm, at: Pointer, count: number): void {
  vm.view().setUint32(at, count, true)
}

export function setLong(vm: WasiVm, at: Pointer, value: number | bigint): void {
  vm.view().setBigUint64(at, BigInt(value), true)
}

const statBytes = 64
const fdStatBytes = 24
const appendFlag = 1
/** Rights of WASI: to read, write, and change; for files also to seek, for folders to open what they hold. */
const rights = { all: (1n << 30n) - 1n, seek: 1n << 2n, tell: 1n << 5n }

/** Writes a `filestat`. Times are zero. The number identifies a file by its path. */
export function writeStat(vm: WasiVm, at: Pointer, type: FileType, size: number, path: string): void {
  const bytes = bytesIn(vm, at, statBytes)
  bytes.fill(0)
  setLong(vm, at + 8, numberOf(path))
  bytes[16] = type
  setLong(vm, at + 24, 1)
  setLong(vm, at + 32, size)
}

/** Writes an `fdstat`. A descriptor without the rights to seek is a terminal for the C library. */
export function writeFdStat(vm: WasiVm, at: Pointer, type: FileType, append: boolean): void {
  const bytes = bytesIn(vm, at, fdStatBytes)
  bytes.fill(0)
  bytes[0] = type
  bytes[2] = append ? appendFlag : 0
  const base = type === fileType.file ? rights.all : rights.all & ~(rights.seek | rights.tell)
  setLong(vm, at + 8, base)
  setLong(vm, at + 16, rights.all)
}

/** A hash: equal for equal paths, so that the library can tell whether two names mean the same file. */
function numberOf(path: string): number {
  let hash = 5381
  for (const character of path) hash = (Math.imul(hash, 33) ^ (character.codePointAt(0) ?? 0)) >>> 0
  return hash + 1
}
