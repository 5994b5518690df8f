import { byte, encodeSigned, encodeUnsigned, join, type Reader, unsigned } from './wasm-binary.ts'
import { op, readInstruction, type } from './wasm-instructions.ts'

/** Indices of the globals that the meter adds, in order, of the module's own stack pointer, and of its interrupt. */
export type MeterGlobals = {
  readonly stackPointer: number
  readonly fuel: number
  readonly pages: number
  readonly pageLimit: number
  readonly outOfMemory: number
  readonly lowestStack: number
  /** Below this fuel, loops call the interrupt. */
  readonly askBelow: number
  /** Holds an operand of the original code while inserted code runs; never exported. */
  readonly scratch: number
  /** An imported function that is called in loops from time to time. Absent: none. */
  readonly interrupt: number | undefined
  /** Whether `lowestStack` is kept. */
  readonly notesLowestStack: boolean
}

export function meterGlobals(
  first: number,
  stackPointer: number,
  { interrupt, notesLowestStack }: Pick<MeterGlobals, 'interrupt' | 'notesLowestStack'>,
): MeterGlobals {
  return {
    stackPointer,
    fuel: first,
    pages: first + 1,
    pageLimit: first + 2,
    outOfMemory: first + 3,
    lowestStack: first + 4,
    askBelow: first + 5,
    scratch: first + 6,
    interrupt,
    notesLowestStack,
  }
}

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

/** Number of parameters of each function of the code section. */
export function readParameterCounts(typeSection: Uint8Array, functionSection: Uint8Array): number[] {
  const types: Reader = { bytes: typeSection, at: 0 }
  const parameters: number[] = []
  for (let left = unsigned(types); left > 0; left -= 1) {
    byte(types)
    parameters.push(skipTypes(types))
    skipTypes(types)
  }
  const functions: Reader = { bytes: functionSection, at: 0 }
  return Array.from({ length: unsigned(functions) }, () => {
    const count = parameters[unsigned(functions)]
    if (count === undefined) throw new TypeError('A function of the WebAssembly module has an unknown type')
    return count
  })
}

/** Returns the number of types. */
function skipTypes(reader: Reader): number {
  const count = unsigned(reader)
  reader.at += count
  return count
}

/** Replaces `removed` bytes from `at` on with `code`. */
type Edit = { readonly at: number; readonly removed: number; readonly code: readonly number[] }

/** The code that runs each time its head is passed: a function without its loops, or a loop without its inner loops. */
type Region = {
  /** Where a loop begins; -1 for a function. */
  readonly start: number
  readonly head: number
  readonly outer: Region | undefined
  cost: number
  /** Whether code in it, or in a loop in it, spends fuel other than for a turn of a loop. */
  spends: boolean
  /** Whether there is a loop in it. */
  hasLoop: boolean
}

type RewriteOptions = {
  readonly globals: MeterGlobals
  readonly parameters: number
  readonly marksOutOfMemory: boolean
}

/** `function_` is one entry of the code section: its locals and its instructions. */
export function rewriteFunction(
  function_: Uint8Array,
  { globals, parameters, marksOutOfMemory }: RewriteOptions,
): Uint8Array {
  const reader: Reader = { bytes: function_, at: 0 }
  const locals = readLocals(reader)
  const fuelLocal = parameters + locals.count
  const body: Region = { start: -1, head: reader.at, outer: undefined, cost: 0, spends: true, hasLoop: false }
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
      const loop: Region = { start: at, head: reader.at, outer: region, cost: 0, spends: false, hasLoop: false }
      region.hasLoop = true
      regions.push(loop)
      open.push(loop)
    } else if (opcode === op.end) open.pop()
    else if (opcode === op.memorySize) edits.push({ at, removed: reader.at - at, code: get(globals.pages) })
    else if (opcode === op.globalSet && globals.notesLowestStack && indexAt(function_, at) === globals.stackPointer) {
      edits.push({ at: reader.at, removed: 0, code: noteLowestStack(globals) })
    } else if (opcode === op.memoryGrow) edits.push({ at, removed: reader.at - at, code: growPages(globals) })
    else if (opcode === op.memoryCopy || opcode === op.memoryFill) {
      edits.push({ at, removed: 0, code: chargeBulk(globals) })
      noteSpending(region)
    } else if (opcode === op.call || opcode === op.callIndirect) noteSpending(region)
  }
  const charges = regions.flatMap((region): Edit[] => {
    const cost = Math.min(region.cost, regionCap)
    const mayAsk = region !== body && (region.spends || region.hasLoop)
    const stop = mayAsk ? globals : { ...globals, interrupt: undefined }
    if (region.spends) return [{ at: region.head, removed: 0, code: charge(stop, fuelLocal, cost) }]
    const turn = { at: region.head, removed: 0, code: chargeTurn(stop, fuelLocal, cost) }
    if (region.outer?.spends === false) return [turn]
    return [{ at: region.start, removed: 0, code: copyFuel(globals, fuelLocal) }, turn]
  })
  return applyEdits(function_, [locals.withFuel, ...charges, ...edits])
}

function noteSpending(region: Region): void {
  for (let each: Region | undefined = region; each && !each.spends; each = each.outer) each.spends = true
}

/** Reads the locals. `withFuel` adds one, for a copy of the fuel. */
function readLocals(reader: Reader): { readonly count: number; readonly withFuel: Edit } {
  const start = reader.at
  const groups = unsigned(reader)
  const first = reader.at
  let count = 0
  for (let left = groups; left > 0; left -= 1) {
    count += unsigned(reader)
    byte(reader)
  }
  const old = reader.bytes.subarray(first, reader.at)
  const code = [...encodeUnsigned(groups + 1), ...old, 1, type.i64]
  return { count, withFuel: { at: start, removed: reader.at - start, code } }
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

function charge(globals: MeterGlobals, copy: number, cost: number): number[] {
  return [...get(globals.fuel), ...pay(globals, copy, cost), op.end]
}

/**
 * Charges a turn of a loop in which nothing else spends fuel. The copy equals the fuel, so the turn does not wait for the
 * memory in which the last turn wrote the fuel: in short loops, that takes longer than the turn.
 */
function chargeTurn(globals: MeterGlobals, copy: number, cost: number): number[] {
  const again = globals.interrupt === undefined ? [] : copyFuel(globals, copy)
  return [op.localGet, ...encodeUnsigned(copy), ...pay(globals, copy, cost), ...again, op.end]
}

function copyFuel({ fuel }: MeterGlobals, copy: number): number[] {
  return [...get(fuel), op.localSet, ...encodeUnsigned(copy)]
}

/** Takes the fuel from the stack, and leaves the block open that runs when there is none left, or the host wants to look. */
function pay({ fuel, askBelow, interrupt }: MeterGlobals, copy: number, cost: number): number[] {
  const local = encodeUnsigned(copy)
  const left = [...i64(cost), op.i64Subtract, op.localTee, ...local, ...set(fuel), op.localGet, ...local]
  if (interrupt === undefined) return [...left, ...i64(0), op.i64LessSigned, op.if, type.none, op.unreachable]
  const ask = [op.call, ...encodeUnsigned(interrupt), op.drop]
  return [...left, ...get(askBelow), op.i64LessSigned, op.if, type.none, ...ask]
}

/** The length stays on top of the stack. */
function chargeBulk(globals: MeterGlobals): number[] {
  const { fuel, scratch } = globals
  const cost = [...get(scratch), op.i64ExtendUnsigned, ...i64(bulkShift), op.i64ShiftRightUnsigned]
  const pay = [...get(fuel), ...cost, op.i64Subtract, ...set(fuel)]
  return [...set(scratch), ...pay, ...trapWhen([...get(fuel), ...i64(0), op.i64LessSigned]), ...get(scratch)]
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
