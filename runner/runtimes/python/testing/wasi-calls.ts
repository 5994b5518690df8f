import { wasiImports } from '../wasi/imports.ts'
import type { WasiVm } from '../wasi/wasi-vm.ts'
import { type Device, World } from '../wasi/world.ts'

type Argument = number | bigint

/** Stands for an interpreter: some memory, fuel, and the functions of WASI, which the test calls like a guest. */
export function wasiCalls({
  memoryBytes = 65_536,
  fuel = 1e9,
  device = {},
}: {
  readonly memoryBytes?: number
  readonly fuel?: number
  readonly device?: Partial<Device>
} = {}) {
  const memory = Buffer.alloc(memoryBytes)
  const world = new World({
    fixed: new Map([['data/lib/fixed.txt', Buffer.from('fixed')]]),
    open: [[5, { kind: 'device' }]],
    seed: '00',
    nowMs: 0,
    device: { request: () => {}, reply: () => new Uint8Array(), taken: () => {}, print: () => {}, ...device },
  })
  let left = fuel
  const vm: WasiVm = {
    bytes: () => memory,
    view: () => new DataView(memory.buffer, memory.byteOffset, memory.length),
    spend: (units) => {
      left -= units
      if (left < 0) throw new Error('used up its fuel')
    },
    yielded: () => {},
    world,
  }
  const functions = new Map(Object.entries(wasiImports(() => vm, { args: ['python'] }).wasi_snapshot_preview1 ?? {}))
  const call = (name: string, ...args: readonly Argument[]): unknown => {
    const called = functions.get(name)
    if (typeof called !== 'function') throw new TypeError(`There is no function ${name}`)
    return called(...args)
  }
  const pathAt = 1024
  /** A folder that is open at the start, and the path from there. */
  const place = (path: string): readonly [fd: number, length: number] => {
    const [, folder, name] = /^[/](data|tmp)[/](.*)$/.exec(path) ?? [path, 'data', `../${path}`]
    return [folder === 'tmp' ? 4 : 3, memory.write(name ?? '', pathAt)]
  }
  return {
    memory,
    world,
    names: [...functions.keys()],
    fuelLeft: () => left,
    call,
    /** Calls a function of paths that starts with a folder, a name and its length. */
    callPath: (name: string, path: string, ...args: readonly Argument[]) => {
      const [fd, length] = place(path)
      return call(name, fd, pathAt, length, ...args)
    },
    /** Opens a file. Returns its number. */
    open: (path: string, flags = 0, rights = 0xffffn): number => {
      const [fd, length] = place(path)
      const problem = call('path_open', fd, 0, pathAt, length, flags, rights, 0n, 0, 512)
      if (problem !== 0) throw new RangeError(`open ${path}: ${String(problem)}`)
      return memory.readUInt32LE(512)
    },
    /** Puts a list of ranges at 0 and returns how many it has. */
    ranges: (...list: ReadonlyArray<readonly [at: number, length: number]>): number => {
      for (const [index, [at, length]] of list.entries()) {
        memory.writeUInt32LE(at, 8 * index)
        memory.writeUInt32LE(length, 8 * index + 4)
      }
      return list.length
    },
  }
}
