import { type MeterGlobals, meterGlobals, readFunctions, readParameterCounts, rewriteFunction } from './meter-code.ts'
import {
  byte,
  encodeName,
  encodeSigned,
  encodeUnsigned,
  join,
  name,
  type Reader,
  readSections,
  type Section,
  sectionId,
  unsigned,
  writeSections,
} from './wasm-binary.ts'
import { op, type } from './wasm-instructions.ts'

export type MeterOptions = {
  /** Maximum size of the rewritten module's memory in 64 KiB pages. */
  readonly maxPages: number
  /** An exported function; entering it sets `__out_of_memory` to 1. Refused memory sets it too. */
  readonly outOfMemoryFunction?: string
  /**
   * An imported function without arguments, which loops call each time that the fuel is below `__ask_below`. It lowers
   * that, or throws: so the host can look at a running guest from time to time. Its result, a number, is dropped.
   * Functions and innermost loops without calls only trap: with a call in them, the engine makes slower code.
   */
  readonly interruptImport?: string
  /** Whether `__lowest_stack` is kept, which each function pays for. Default: true. */
  readonly notesLowestStack?: boolean
}

/**
 * Rewrites a WebAssembly module (pinned, shipped with the product) so that running it is bounded and repeatable.
 *
 * It gets these mutable exported globals:
 * - `__fuel` (i64): each function entry and each loop turn subtracts the cost of its region; below zero it traps.
 * - `__ask_below` (i64): see `interruptImport`. Not below zero.
 * - `__pages`, `__page_limit` (i32): the memory size that the module sees, and its maximum.
 *   Real memory never shrinks, so a used instance would otherwise behave unlike a new one.
 * - `__out_of_memory` (i32): 1 once memory was refused.
 * - `__lowest_stack` (i32): the lowest `__stack_pointer` since this global was set; lower memory was not used.
 */
export function meter(module: Uint8Array, options: MeterOptions): Uint8Array<ArrayBuffer> {
  const sections = readSections(module)
  const { outOfMemoryFunction: marks, interruptImport, notesLowestStack = true } = options
  const imports = readImports(bodyOf(sections, sectionId.import))
  const memoryPages = readMemoryPages(bodyOf(sections, sectionId.memory))
  const exported = bodyOf(sections, sectionId.export)
  const globals = meterGlobals(
    imports.globals + unsigned({ bytes: bodyOf(sections, sectionId.global), at: 0 }),
    exportedIndex(exported, exportKind.global, '__stack_pointer'),
    {
      interrupt: interruptImport === undefined ? undefined : importedIndex(imports, interruptImport),
      notesLowestStack,
    },
  )
  const outOfMemoryFunction = marks === undefined ? -1 : exportedIndex(exported, exportKind.function, marks)
  const parameters = readParameterCounts(bodyOf(sections, sectionId.type), bodyOf(sections, sectionId.function))

  const rewritten = sections.map((section): Section => {
    switch (section.id) {
      case sectionId.memory:
        return { id: section.id, body: memorySection(memoryPages, options.maxPages) }
      case sectionId.global:
        return { id: section.id, body: appendGlobals(section.body, memoryPages, options.maxPages) }
      case sectionId.export:
        return { id: section.id, body: appendExports(section.body, globals) }
      case sectionId.code:
        return {
          id: section.id,
          body: codeSection(section.body, globals, parameters, outOfMemoryFunction - imports.functions.length),
        }
      default:
        return section
    }
  })
  return writeSections(rewritten)
}

function bodyOf(sections: readonly Section[], id: number): Uint8Array {
  const section = sections.find((candidate) => candidate.id === id)
  if (!section) throw new TypeError(`The WebAssembly module has no section ${id}`)
  return section.body
}

type Imports = { readonly functions: readonly string[]; readonly globals: number }

function readImports(body: Uint8Array): Imports {
  const reader: Reader = { bytes: body, at: 0 }
  const functions: string[] = []
  let globals = 0
  for (let left = unsigned(reader); left > 0; left -= 1) {
    name(reader)
    const imported = name(reader)
    const kind = byte(reader)
    if (kind === 0) {
      unsigned(reader)
      functions.push(imported)
    } else if (kind === 3) {
      reader.at += 2
      globals += 1
    } else throw new TypeError('The meter accepts only modules whose imports are functions and globals')
  }
  return { functions, globals }
}

function importedIndex({ functions }: Imports, wanted: string): number {
  const index = functions.indexOf(wanted)
  if (index < 0) throw new TypeError(`The WebAssembly module does not import ${wanted}`)
  return index
}

function readMemoryPages(body: Uint8Array): number {
  const reader: Reader = { bytes: body, at: 0 }
  if (unsigned(reader) !== 1) throw new TypeError('The meter accepts only modules with one memory')
  byte(reader)
  return unsigned(reader)
}

const exportKind = { function: 0, global: 3 } as const

function exportedIndex(body: Uint8Array, wantedKind: number, wanted: string): number {
  const reader: Reader = { bytes: body, at: 0 }
  for (let left = unsigned(reader); left > 0; left -= 1) {
    const exported = name(reader)
    const kind = byte(reader)
    const index = unsigned(reader)
    if (kind === wantedKind && exported === wanted) return index
  }
  throw new TypeError(`The WebAssembly module does not export ${wanted}`)
}

function memorySection(pages: number, maxPages: number): Uint8Array {
  const hasMaximum = 1
  return Uint8Array.from([1, hasMaximum, ...encodeUnsigned(pages), ...encodeUnsigned(maxPages)])
}

/** Appends `items` to a section that is a counted list. */
function append(body: Uint8Array, items: ReadonlyArray<readonly number[]>): Uint8Array {
  const reader: Reader = { bytes: body, at: 0 }
  const count = unsigned(reader) + items.length
  return join([Uint8Array.from(encodeUnsigned(count)), body.subarray(reader.at), Uint8Array.from(items.flat())])
}

/** In the order of `meterGlobals`. */
function appendGlobals(body: Uint8Array, pages: number, maxPages: number): Uint8Array {
  const mutable = 1
  const number = (value: number) => [type.i32, mutable, op.i32Const, ...encodeSigned(value), op.end]
  const fuel = [type.i64, mutable, op.i64Const, ...encodeSigned(0), op.end]
  return append(body, [fuel, number(pages), number(maxPages), number(0), number(0x7fffffff), fuel, number(0)])
}

function appendExports(body: Uint8Array, globals: MeterGlobals): Uint8Array {
  const global = (exported: string, index: number) => [...encodeName(exported), 3, ...encodeUnsigned(index)]
  return append(body, [
    global('__fuel', globals.fuel),
    global('__pages', globals.pages),
    global('__page_limit', globals.pageLimit),
    global('__out_of_memory', globals.outOfMemory),
    global('__lowest_stack', globals.lowestStack),
    global('__ask_below', globals.askBelow),
  ])
}

function codeSection(
  body: Uint8Array,
  globals: MeterGlobals,
  parameters: readonly number[],
  outOfMemoryFunction: number,
): Uint8Array {
  const functions = readFunctions(body)
  const rewritten = functions.map((code, index) => {
    const marksOutOfMemory = index === outOfMemoryFunction
    return rewriteFunction(code, { globals, parameters: parameters[index] ?? 0, marksOutOfMemory })
  })
  const count = Uint8Array.from(encodeUnsigned(functions.length))
  return join([count, ...rewritten.flatMap((code) => [Uint8Array.from(encodeUnsigned(code.length)), code])])
}
