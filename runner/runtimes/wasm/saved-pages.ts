import { zstdCompressSync, zstdDecompressSync } from 'node:zlib'
import { type GuestVm, type MemoryImage, pageBytes, wasmPageBytes } from './guest-vm.ts'

/** The difference between an execution's state and its image, which is all that has to be kept while it waits. */
export type SavedPages = {
  readonly stackPointer: number
  readonly outOfMemory: number
  /** The memory size that the guest sees. */
  readonly used: number
  /** Start and end, in pairs, of the ranges that differ from the image. */
  readonly stretches: Uint32Array
  /** The bytes of all ranges, concatenated. */
  readonly bytes: Uint8Array
  readonly isPacked: boolean
}

const zeros = new Uint8Array(wasmPageBytes)
/**
 * The granularity with which a changed page is saved. Most changes of a page are a few counters in it: whole pages would
 * be several times as large.
 */
const lineBytes = 128
const wordBytes = Int32Array.BYTES_PER_ELEMENT

/** What saved pages keep, in bytes. */
export const sizeOf = ({ bytes, stretches }: SavedPages): number => bytes.length + stretches.byteLength

/**
 * Saves the difference to the image. Call it only while the guest waits: then nothing below the stack pointer counts.
 */
export function savePages(vm: GuestVm, image: MemoryImage): SavedPages {
  const memory = vm.bytes()
  const stackPointer = vm.engine.__stack_pointer.value
  const stretches = changedStretches(memory, stackPointer - (stackPointer % pageBytes), vm.used, image)
  const length = stretches.reduce((total, edge, index) => total + (index % 2 === 0 ? -edge : edge), 0)
  const bytes = new Uint8Array(length)
  eachStretch(stretches, (start, end, at) => bytes.set(memory.subarray(start, end), at))
  return {
    stackPointer,
    outOfMemory: vm.engine.__out_of_memory.value,
    used: vm.used,
    stretches,
    bytes,
    isPacked: false,
  }
}

/** Compresses saved pages if that makes them smaller. This takes milliseconds per megabyte, and so does restoring. */
export function packPages(saved: SavedPages): SavedPages {
  if (saved.isPacked) return saved
  const packed = zstdCompressSync(saved.bytes)
  // Copies the result, because the compressor's own buffer is larger than its content.
  return packed.length < saved.bytes.length ? { ...saved, bytes: Uint8Array.from(packed), isPacked: true } : saved
}

/** Restores the VM to its state at the time of saving. */
export function restorePages<Image extends MemoryImage>(vm: GuestVm<Image>, image: Image, saved: SavedPages): void {
  vm.restore(image)
  vm.resize(saved.used)
  const memory = vm.bytes()
  const bytes = saved.isPacked ? zstdDecompressSync(saved.bytes) : saved.bytes
  eachStretch(saved.stretches, (start, end, at) => memory.set(bytes.subarray(at, at + end - start), start))
  vm.engine.__stack_pointer.value = saved.stackPointer
  vm.engine.__out_of_memory.value = saved.outOfMemory
}

function eachStretch(stretches: Uint32Array, visit: (start: number, end: number, at: number) => void): void {
  let at = 0
  for (let index = 0; index < stretches.length; index += 2) {
    const start = stretches[index] ?? 0
    const end = stretches[index + 1] ?? start
    visit(start, end, at)
    at += end - start
  }
}

/** Compares whole 64 KiB blocks first, then pages, because most of them have not changed. */
function changedStretches(memory: Buffer, from: number, used: number, image: MemoryImage): Uint32Array {
  const stretches: number[] = []
  let open: number | undefined
  const close = (at: number) => {
    if (open !== undefined) stretches.push(open, at)
    open = undefined
  }
  const imageEnd = image.start + image.memory.length
  const differs = (start: number, end: number) => {
    const inImage = start < imageEnd
    const at = inImage ? start - image.start : 0
    return memory.compare(inImage ? image.memory : zeros, at, at + end - start, start, end) !== 0
  }
  const words = wordsOf(memory)
  const [imageWords, zeroWords] = [wordsOf(image.memory), wordsOf(zeros)]
  const eachLine = (page: number) => {
    const inImage = page < imageEnd
    const others = inImage ? imageWords : zeroWords
    const offset = (page - (inImage ? image.start : page)) / wordBytes
    for (let line = 0; line < pageBytes; line += lineBytes) {
      const first = line / wordBytes
      let word = first
      const end = first + lineBytes / wordBytes
      while (word < end && words[page / wordBytes + word] === others[offset + word]) word += 1
      if (word === end) close(page + line)
      else open ??= page + line
    }
  }
  let start = Math.max(image.start, from)
  while (start < used) {
    const blockEnd = Math.min(start - (start % wasmPageBytes) + wasmPageBytes, used)
    if (differs(start, blockEnd)) {
      for (; start < blockEnd; start += pageBytes) {
        if (!differs(start, start + pageBytes)) close(start)
        else eachLine(start)
      }
    } else close(start)
    start = blockEnd
  }
  close(used)
  return Uint32Array.from(stretches)
}

const wordsOf = ({ buffer, byteOffset, length }: Uint8Array) => new Int32Array(buffer, byteOffset, length / wordBytes)
