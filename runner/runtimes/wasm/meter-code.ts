import type { MeterGlobals } from './meter-globals.ts'
import { byte, encodeSigned, encodeUnsigned, join, type Reader, unsigned } from './wasm-binary.ts'
import { op, readInstruction, type } from './wasm-instructions.ts'

/**
 * The maximum cost of one region. An interpreter's dispatch loop holds the code of every operation in one region, but
 * one turn executes only a little of it: without the cap, a turn would cost thousands of times its work.
 */
const regionCap = 48

/** Copying or filling 8 bytes costs 1. */
const bulkShift = 3

export function readFunctions(codeSection: Uint8Array): Uint8Array[] {
  const reader: Reader = { bytes: codeSection, at: 0 }
  const functions: Uint8Array[] = []
  for (let left = unsigned(reader); left > 0; left -= 1) {
    const length = unsigned(reader)
    functions.push(codeSection.subarray(reader.at, reader.at + length))
    reader.at += length
  }
  return functions
}

/** Replaces `removed` bytes from `at` on with `code`. */
type Edit = { readonly at: number; readonly removed: number; readonly code: readonly number[] }

/** The code that runs each time its head is passed: a function without its loops, or a loop without its inner loops. */
type Region = { readonly head: number; cost: number }

/** `function_` is one entry of the code section: its locals and its instructions. */
export function rewriteFunction(function_: Uint8Array, globals: MeterGlobals, marksOutOfMemory: boolean): Uint8Array {
  const reader: Reader = { bytes: function_, at: 0 }
  skipLocals(reader)
  const body: Region = { head: reader.at, cost: 0 }
  const regions = [body]
  const open = [body]
  const edits: Edit[] = []
  if (marksOutOfMemory) edits.push({ at: body.head, removed: 0, code: markOutOfMemory(globals) })

  while (reader.at < function_.length) {
    const at = reader.at
    const opcode = readInstruction(reader)
    const region = open.at(-1)
    if (!region) throw new TypeError('A function of the WebAssembly module continues after its end')
    region.cost += 1
    if (opcode === op.block || opcode === op.if) open.push(region)
    else if (opcode === op.loop) {
      const loop: Region = { head: reader.at, cost: 0 }
      regions.push(loop)
      open.push(loop)
    } else if (opcode === op.end) open.pop()
    else if (opcode === op.memorySize) edits.push({ at, removed: reader.at - at, code: get(globals.pages) })
    else if (opcode === op.globalSet && indexAt(function_, at) === globals.stackPointer) {
      edits.push({ at: reader.at, removed: 0, code: noteLowestStack(globals) })
    } else if (opcode === op.memoryGrow) edits.push({ at, removed: reader.at - at, code: growPages(globals) })
    else if (opcode === op.memoryCopy || opcode === op.memoryFill) {
      edits.push({ at, removed: 0, code: chargeBulk(globals) })
    }
  }
  const charges = regions.map(({ head, cost }): Edit => {
    return { at: head, removed: 0, code: charge(globals, Math.min(cost, regionCap)) }
  })
  return applyEdits(function_, [...charges, ...edits])
}

function skipLocals(reader: Reader): void {
  for (let left = unsigned(reader); left > 0; left -= 1) {
    unsigned(reader)
    byte(reader)
  }
}

/** Edits at the same position keep their order in the list. */
function applyEdits(bytes: Uint8Array, edits: readonly Edit[]): Uint8Array {
  const parts: Uint8Array[] = []
  let kept = 0
  for (const edit of edits.toSorted((one, other) => one.at - other.at)) {
    parts.push(bytes.subarray(kept, edit.at), Uint8Array.from(edit.code))
    kept = edit.at + edit.removed
  }
  return join([...parts, bytes.subarray(kept)])
}

const get = (global: number) => [op.globalGet, ...encodeUnsigned(global)]
const set = (global: number) => [op.globalSet, ...encodeUnsigned(global)]
const i32 = (value: number) => [op.i32Const, ...encodeSigned(value)]
const i64 = (value: number) => [op.i64Const, ...encodeSigned(value)]
const trapWhen = (condition: readonly number[]) => [...condition, op.if, type.none, op.unreachable, op.end]

function stopWhenEmpty({ fuel, interrupt }: MeterGlobals): number[] {
  const isEmpty = [...get(fuel), ...i64(0), op.i64LessSigned]
  if (interrupt === undefined) return trapWhen(isEmpty)
  return [...isEmpty, op.if, type.none, op.call, ...encodeUnsigned(interrupt), op.drop, op.end]
}

function charge(globals: MeterGlobals, cost: number): number[] {
  const { fuel } = globals
  return [...get(fuel), ...i64(cost), op.i64Subtract, ...set(fuel), ...stopWhenEmpty(globals)]
}

/** The length stays on top of the stack. */
function chargeBulk(globals: MeterGlobals): number[] {
  const { fuel, scratch } = globals
  const cost = [...get(scratch), op.i64ExtendUnsigned, ...i64(bulkShift), op.i64ShiftRightUnsigned]
  const pay = [...get(fuel), ...cost, op.i64Subtract, ...set(fuel)]
  return [...set(scratch), ...pay, ...stopWhenEmpty(globals), ...get(scratch)]
}

/** The index operand of the instruction at `at`. */
function indexAt(function_: Uint8Array, at: number): number {
  return unsigned({ bytes: function_, at: at + 1 })
}

function noteLowestStack({ stackPointer, lowestStack }: MeterGlobals): number[] {
  const isLower = [...get(stackPointer), ...get(lowestStack), op.i32LessSigned]
  return [...isLower, op.if, type.none, ...get(stackPointer), ...set(lowestStack), op.end]
}

function markOutOfMemory({ outOfMemory }: MeterGlobals): number[] {
  return [...i32(1), ...set(outOfMemory)]
}

/**
 * memory.grow on the virtual size. Takes the number of pages from the stack and puts the old size there, or -1. Real
 * memory grows only where an earlier execution has not already grown it.
 */
function growPages(globals: MeterGlobals): number[] {
  const { pages, pageLimit, scratch: wanted } = globals
  const realPages = [op.memorySize, 0]
  const newPages = [...get(pages), ...get(wanted), op.i32Add]
  const tooMany = [...get(wanted), ...get(pageLimit), ...get(pages), op.i32Subtract, op.i32GreaterUnsigned]
  const growReal = [...newPages, ...realPages, op.i32Subtract, op.memoryGrow, 0]
  const growRealWhenNeeded = [
    ...[...newPages, ...realPages, op.i32GreaterUnsigned, op.if, type.none],
    // The host is out of memory, so no deterministic continuation exists.
    ...trapWhen([...growReal, ...i32(0), op.i32LessSigned]),
    op.end,
  ]
  return [
    ...set(wanted),
    ...[...tooMany, op.if, type.i32, ...markOutOfMemory(globals), ...i32(-1)],
    ...[op.else, ...growRealWhenNeeded, ...get(pages), ...newPages, ...set(pages), op.end],
  ]
}
