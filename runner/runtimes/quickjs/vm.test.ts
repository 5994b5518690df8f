import { beforeAll, describe, expect, test } from 'vitest'
import { packPages, restorePages, savePages } from '../wasm/saved-pages.ts'
import { Compiled } from './bytecode.ts'
import { testEngine } from './testing/in-thread.ts'
import { Vm, type VmImage } from './vm.ts'

const ports = { interrupt: () => {}, nowMs: () => 0, hostCall: () => undefined }
const everything = 0xffffffff

let module: WebAssembly.Module
let booted: VmImage
beforeAll(async () => {
  module = await testEngine()
  const vm = freshVm()
  vm.boot(everything)
  booted = vm.capture()
})

function freshVm(): Vm {
  const vm = new Vm(module, ports)
  vm.fuel = 1e12
  return vm
}

/** Scripts that write to the stack, the heap and new pages, and end in the middle of their work. */
const messes = [
  `const secret = 'the secret of one'; globalThis.all = Array.from({ length: 2e5 }, (_, n) => secret + n)`,
  `const down = (n) => n === 0 ? [3, 1, 2].sort(() => { throw 'out' }) : down(n - 1); try { down(2000) } catch {}`,
  `const down = () => down() + 1; down()`,
  `globalThis.buffer = new Uint8Array(5e6).fill(0x5a); /(a+)+$/.test('a'.repeat(16) + 'b')`,
]

function dirty(vm: Vm, mess: string): void {
  const compiled = Compiled.by(() => {
    const compiler = freshVm()
    compiler.restore(booted)
    return compiler.compile(mess, 'mess.js')
  })
  try {
    vm.run(compiled)
  } catch {
    // An uncaught error is one of the ways to leave a VM.
  }
}

/** Every byte of the real memory is the image's, or zero. */
function expectPristine(vm: Vm): void {
  const bytes = vm.bytes()
  const end = booted.start + booted.memory.length
  expect(vm.used).toBe(end)
  expect(bytes.subarray(0, booted.start).findIndex((byte) => byte !== 0)).toBe(-1)
  expect(bytes.compare(booted.memory, 0, booted.memory.length, booted.start, end)).toBe(0)
  expect(bytes.subarray(end).findIndex((byte) => byte !== 0)).toBe(-1)
}

describe('a restored VM', () => {
  test.each(messes)('holds no byte of an earlier run: %s', (mess) => {
    const vm = freshVm()
    vm.restore(booted)
    dirty(vm, mess)
    vm.restore(booted)
    expectPristine(vm)
  })

  test('holds no byte of pages that were restored into it earlier', () => {
    const vm = freshVm()
    vm.restore(booted)
    dirty(vm, messes[0] ?? '')
    const saved = savePages(vm, booted)
    const other = freshVm()
    other.restore(booted)
    dirty(other, messes[3] ?? '')
    restorePages(other, booted, saved)
    other.restore(booted)
    expectPristine(other)
  })
})

describe('saved pages', () => {
  test.each([false, true])('restore the same memory in another VM (compressed: %s)', (isPacked) => {
    const vm = freshVm()
    vm.restore(booted)
    dirty(vm, messes[0] ?? '')
    const saved = isPacked ? packPages(savePages(vm, booted)) : savePages(vm, booted)
    expect(saved.isPacked).toBe(isPacked)
    const other = freshVm()
    other.restore(booted)
    dirty(other, messes[3] ?? '')
    restorePages(other, booted, saved)
    expect(other.used).toBe(vm.used)
    expect(other.bytes().compare(vm.bytes(), booted.start, vm.used, booted.start, vm.used)).toBe(0)
  })
})
