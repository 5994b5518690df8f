import type { PythonImage } from './guest-protocol.ts'
import { PythonVm } from './python-vm.ts'
import type { FixedFiles } from './wasi/files.ts'
import type { ImportsOptions } from './wasi/imports.ts'
import { type Device, World } from './wasi/world.ts'

/** The boot program's last call: it stops here, inside a call, and the image is taken. */
class Frozen extends Error {}

/** Where a Python function keeps the address of its machine code, in a build of CPython 3.13 for 32 bits. */
const vectorcallOffset = 64
const bootFuel = Number.MAX_SAFE_INTEGER
const bootSeed = '00'

export type BootOptions = {
  /** The metered interpreter, with its data. */
  readonly module: WebAssembly.Module
  readonly args: readonly string[]
  readonly env?: Readonly<Record<string, string>>
  readonly fixed: FixedFiles
}

/**
 * Runs the boot program, which imports what scripts need and tells the address of the function that runs one. The image
 * depends on the interpreter, the boot program and the library only.
 */
export function makeImage({ module, fixed, ...program }: BootOptions): PythonImage {
  let entry = 0
  const printed: Buffer[] = []
  const device: Device = {
    request: (bytes) => {
      entry = Number(bytes.toString())
    },
    reply: () => new Uint8Array(),
    taken: () => {},
    print: (_, text) => {
      printed.push(text)
    },
  }
  const freeze = () => {
    throw new Frozen()
  }
  const vm = new PythonVm({ module, interrupt: () => {}, program: withFreeze(program, freeze) })
  vm.fuel = bootFuel
  vm.world = new World({ fixed, seed: bootSeed, nowMs: 0, device })
  try {
    vm.engine._start()
    throw new Error(`The boot program ended: ${Buffer.concat(printed).toString()}`)
  } catch (cause) {
    if (!(cause instanceof Frozen)) {
      throw new Error(`The interpreter does not start: ${Buffer.concat(printed).toString()}`, { cause })
    }
  }
  const memory = new Uint8Array(new SharedArrayBuffer(vm.used))
  memory.set(vm.bytes().subarray(0, vm.used))
  return {
    memory,
    start: 0,
    stackPointer: vm.engine.__stack_pointer.value,
    entry,
    code: new DataView(memory.buffer).getUint32(entry + vectorcallOffset, true),
    devices: [...vm.world.descriptors.devices()],
  }
}

function withFreeze(program: ImportsOptions, freeze: () => never): ImportsOptions {
  return { ...program, instead: { clock_res_get: freeze } }
}
