import { byte, type Reader, skipNumber, unsigned } from './wasm-binary.ts'

/** The opcodes that the meter reads or writes. Bulk memory operations are `0xfc00` plus their number. */
export const op = {
  unreachable: 0x00,
  block: 0x02,
  loop: 0x03,
  if: 0x04,
  else: 0x05,
  end: 0x0b,
  call: 0x10,
  callIndirect: 0x11,
  drop: 0x1a,
  localGet: 0x20,
  localSet: 0x21,
  localTee: 0x22,
  globalGet: 0x23,
  globalSet: 0x24,
  memorySize: 0x3f,
  memoryGrow: 0x40,
  i32Const: 0x41,
  i64Const: 0x42,
  i32LessSigned: 0x48,
  i32GreaterUnsigned: 0x4b,
  i64LessSigned: 0x53,
  i32Add: 0x6a,
  i32Subtract: 0x6b,
  i64Subtract: 0x7d,
  i64ShiftRightUnsigned: 0x88,
  i64ExtendUnsigned: 0xad,
  memoryCopy: 0xfc0a,
  memoryFill: 0xfc0b,
} as const

export const type = { none: 0x40, i32: 0x7f, i64: 0x7e } as const

/** Reads one instruction with its operands and returns its opcode. Throws on an unknown opcode. */
export function readInstruction(reader: Reader): number {
  const opcode = byte(reader)
  if (opcode === 0xfc) return 0xfc00 + readBulk(reader)
  skipOperands(reader, opcode)
  return opcode
}

function skipOperands(reader: Reader, opcode: number): void {
  if (opcode === op.block || opcode === op.loop || opcode === op.if) skipNumber(reader)
  else if (opcode === 0x0e) skipBranchTable(reader)
  else if (opcode === op.callIndirect) skipNumbers(reader, 2)
  else if (opcode === 0x1c) skipNumbers(reader, unsigned(reader))
  else if (opcode >= 0x28 && opcode <= 0x3e) skipNumbers(reader, 2)
  else if (opcode === 0x43) reader.at += 4
  else if (opcode === 0x44) reader.at += 8
  else if (hasOneIndex(opcode)) skipNumber(reader)
  else if (!isPlain(opcode)) throw new TypeError(`The meter does not know the WebAssembly opcode ${opcode}`)
}

/** br, br_if, call, local and global access, memory.size, memory.grow, integer constants, ref.null and ref.func. */
function hasOneIndex(opcode: number): boolean {
  return (
    opcode === 0x0c ||
    opcode === 0x0d ||
    opcode === op.call ||
    (opcode >= 0x20 && opcode <= 0x26) ||
    (opcode >= op.memorySize && opcode <= op.i64Const) ||
    opcode === 0xd0 ||
    opcode === 0xd2
  )
}

/**
 * Opcodes without operands: control, drop, select, comparisons, arithmetic, conversions, sign extensions, ref.is_null.
 */
function isPlain(opcode: number): boolean {
  return (
    opcode <= 0x01 ||
    opcode === op.else ||
    opcode === op.end ||
    opcode === 0x0f ||
    opcode === op.drop ||
    opcode === 0x1b ||
    (opcode >= 0x45 && opcode <= 0xc4) ||
    opcode === 0xd1
  )
}

function readBulk(reader: Reader): number {
  const operation = unsigned(reader)
  if (operation > 11 || operation === 8 || operation === 9) {
    throw new TypeError(`The meter does not know the WebAssembly opcode 0xfc ${operation}`)
  }
  // The saturating truncations (0 to 7) have no operand; memory.copy has two memories, memory.fill one.
  if (operation === 10) skipNumbers(reader, 2)
  if (operation === 11) skipNumber(reader)
  return operation
}

function skipBranchTable(reader: Reader): void {
  const targets = unsigned(reader)
  skipNumbers(reader, targets + 1)
}

function skipNumbers(reader: Reader, count: number): void {
  for (let index = 0; index < count; index += 1) skipNumber(reader)
}
