import { type FileType, fileType } from './errno.ts'
import { bytesIn, type Pointer, setLong, type WasiVm } from './wasi-vm.ts'

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
