import {
  byte,
  encodeName,
  encodeUnsigned,
  join,
  type Reader,
  readSections,
  sectionId,
  skipNumber,
  unsigned,
  writeSections,
} from '../wasm/wasm-binary.ts'
import { op, type } from '../wasm/wasm-instructions.ts'

const exportKind = { table: 1, global: 3 } as const

/**
 * Makes a build of CPython ready for the meter: drops its debug sections, and exports its stack pointer and its table of
 * functions. `dropData` also drops the initial content of the memory, for instances that start from an image.
 */
export function prepareModule(binary: Uint8Array, { dropData = false } = {}): Uint8Array<ArrayBuffer> {
  const dropped = new Set<number>([sectionId.custom, ...(dropData ? [sectionId.data, sectionId.dataCount] : [])])
  const sections = readSections(binary).filter(({ id }) => !dropped.has(id))
  return writeSections(
    sections.map(({ id, body }) => {
      if (id === sectionId.global) requireStackPointerAlone(body)
      return { id, body: id === sectionId.export ? withExports(body) : body }
    }),
  )
}

/** A further mutable global would be state that no image holds. */
function requireStackPointerAlone(body: Uint8Array): void {
  const reader: Reader = { bytes: body, at: 0 }
  const count = unsigned(reader)
  const mutable: number[] = []
  for (let index = 0; index < count; index += 1) {
    const valueType = byte(reader)
    if (byte(reader) === 1) mutable.push(index)
    if (valueType !== type.i32 || byte(reader) !== op.i32Const) throw new TypeError('A global is not a plain number')
    skipNumber(reader)
    byte(reader)
  }
  if (mutable.length !== 1 || mutable[0] !== 0) {
    throw new TypeError('The stack pointer must be the first global, and the only one that changes')
  }
}

function withExports(body: Uint8Array): Uint8Array {
  const reader: Reader = { bytes: body, at: 0 }
  const count = unsigned(reader) + 2
  const added = [
    ...[...encodeName('__stack_pointer'), exportKind.global, 0],
    ...[...encodeName('__table'), exportKind.table, 0],
  ]
  return join([Uint8Array.from(encodeUnsigned(count)), body.subarray(reader.at), Uint8Array.from(added)])
}
