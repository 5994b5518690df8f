import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { beforeAll, describe, expect, test } from 'vitest'
import { meteredGlobals } from '../wasm/guest-vm.ts'
import { readFunctions } from '../wasm/meter-code.ts'
import { byte, type Reader, readSections, sectionId, skipNumber, unsigned } from '../wasm/wasm-binary.ts'
import { readInstruction } from '../wasm/wasm-instructions.ts'
import { engineFunctions } from './engine.ts'
import { createGuestJsonReader } from './json/guest-json.ts'
import { enginePath, testEngine } from './testing/in-thread.ts'
import { openGuest } from './testing/open-guest.ts'
import { Vm } from './vm.ts'

/**
 * The runtime relies on more of `quickjs-wasi` than its interface promises. A new version fails here; each message says
 * what to check before you change the expectation.
 */
const binary = readFileSync(enginePath)
const pinned = new WebAssembly.Module(binary)

let vm: Vm
beforeAll(async () => {
  vm = new Vm(await testEngine(), { interrupt: () => {}, nowMs: () => 0, hostCall: () => undefined })
  vm.fuel = 5_000_000_000
  vm.boot(0xffffffff)
})

describe('the pinned engine', () => {
  test('is the binary that was reviewed', () => {
    const packageJson = JSON.parse(readFileSync(resolve(enginePath, '../package.json'), 'utf8'))
    expect(
      packageJson.version,
      'run the whole conformance suite and every test of this file, then pin the new version',
    ).toBe('3.6.2')
    expect(
      createHash('sha256').update(binary).digest('hex'),
      'the engine binary has changed: run the conformance suite, record the fuel corpus again, read the change log',
    ).toBe(reviewedHash)
  })

  test('has only the reviewed imports, which `vm-imports.ts` handles', () => {
    const imports = WebAssembly.Module.imports(pinned).map(({ module, name, kind }) => `${kind} ${module}.${name}`)
    expect(imports.toSorted(), 'a new import is a new way out of the sandbox: decide what it may do').toEqual(
      reviewedImports,
    )
  })

  test('has every export that the runtime calls', () => {
    const exported = new Map(WebAssembly.Module.exports(pinned).map(({ name, kind }) => [name, kind]))
    for (const name of engineFunctions) {
      expect(exported.get(name), `${name} is gone: look in interface.c for its replacement`).toBe('function')
    }
    for (const name of meteredGlobals.filter((global) => !addedByTheMeter.has(global))) {
      expect(exported.get(name), `${name} is part of the state of a VM`).toBe('global')
    }
    expect(exported.get('JS_ThrowOutOfMemory'), 'the meter marks out-of-memory there').toBe('function')
  })

  test('has no state but its memory, its stack pointer and its page count', () => {
    const globals = WebAssembly.Module.exports(pinned).filter(({ kind }) => kind === 'global')
    const why = 'an image would have to include this too'
    expect(
      globals.map(({ name }) => name),
      why,
    ).toEqual(['__stack_pointer'])
    expect(mutableGlobals(binary), why).toBe(1)
    expect(tableWrites(binary), `${why}: the engine writes to the function table at run time`).toBe(0)
  })

  test('keeps its stack below its data, and its stack is empty between calls', () => {
    const { stackPointer, start, memory } = vm.capture()
    expect(stackPointer, 'an image leaves out the memory below the stack pointer: is that still the stack?').toBe(
      1024 * 1024,
    )
    expect(start).toBe(stackPointer)
    expect(memory.length, 'an image of the engine alone has grown').toBeLessThan(600 * 1024)
  })

  test('writes the reviewed bytecode version', () => {
    const [version] = vm.compile('1', 'guard.js')
    expect(
      version,
      'the bytecode format has changed: the runtime must still load only bytecode from this process',
    ).toBe(28)
  })

  test('boxes a value in eight bytes whose pointer stays valid after a restore', () => {
    const image = vm.capture()
    const box = vm.newNumber(1.5)
    vm.restore(image)
    expect(vm.newNumber(1.5), 'the allocator is not deterministic after a restore, so fuel would not be either').toBe(
      box,
    )
    expect(vm.numberOf(box)).toBe(1.5)
  })
})

describe('values of the pinned engine', () => {
  const look = 'check json/engine-layout.ts: the host reads values past the interface of the engine'
  const sample = String.raw`{ a: [1, -0.5, null, true, undefined], 'é東': 'x'.repeat(700) + '\n' + 'y'.repeat(700), n: { s: 'é', w: '東' } }`

  test('have the documented memory layout', async () => {
    const guest = openGuest(await testEngine())
    const texts: unknown[] = []
    guest.see((vm, value) => {
      const read = createGuestJsonReader()(vm, value, 10_000)
      texts.push(read.kind === 'json' ? read.text : read.kind, vm.textOf(value, 10_000))
      return undefined
    })
    guest.run(`give(${sample}); give(JSON.stringify(${sample}))`)
    const [read, , , written] = texts
    expect(read, look).toBe(written)
  })
})

const addedByTheMeter = new Set([
  '__fuel',
  '__pages',
  '__page_limit',
  '__out_of_memory',
  '__lowest_stack',
  '__ask_below',
])

const reviewedHash = 'd4c9375f2b1ca4dc95f72c8aa2982a7a9951ac8011490d79c6582df732b4bbd9'

const reviewedImports = [
  'function env.host_call',
  'function env.host_get_timezone_offset',
  'function env.host_interrupt',
  'function env.host_module_load',
  'function env.host_module_normalize',
  'function env.host_promise_rejection',
  'function wasi_snapshot_preview1.clock_time_get',
  'function wasi_snapshot_preview1.fd_close',
  'function wasi_snapshot_preview1.fd_fdstat_get',
  'function wasi_snapshot_preview1.fd_seek',
  'function wasi_snapshot_preview1.fd_write',
  'function wasi_snapshot_preview1.random_get',
]

function bodyOf(module: Uint8Array, id: number): Reader {
  return { bytes: readSections(module).find((section) => section.id === id)?.body ?? Uint8Array.of(0), at: 0 }
}

/** Counts the globals that the module itself may change. */
function mutableGlobals(module: Uint8Array): number {
  const reader = bodyOf(module, sectionId.global)
  let mutable = 0
  for (let left = unsigned(reader); left > 0; left -= 1) {
    byte(reader)
    mutable += byte(reader)
    while (readInstruction(reader) !== end);
  }
  return mutable
}

/** Counts the instructions that write to a table. */
function tableWrites(module: Uint8Array): number {
  const { bytes } = bodyOf(module, sectionId.code)
  let writes = 0
  for (const code of readFunctions(bytes)) {
    const reader: Reader = { bytes: code, at: 0 }
    for (let left = unsigned(reader); left > 0; left -= 1) {
      skipNumber(reader)
      byte(reader)
    }
    while (reader.at < code.length) if (writesToTable(readInstruction(reader))) writes += 1
  }
  return writes
}

const end = 0x0b

/** table.set, table.init, table.copy, table.grow and table.fill. */
function writesToTable(opcode: number): boolean {
  return opcode === 0x26 || opcode === 0xfc0c || (opcode >= 0xfc0e && opcode <= 0xfc11 && opcode !== 0xfc10)
}
