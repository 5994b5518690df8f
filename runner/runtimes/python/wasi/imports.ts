import { type Errno, errno } from './errno.ts'
import { fileFunctions } from './file-functions.ts'
import { suspending } from './jspi.ts'
import { bytesIn, type Pointer, pathAt, setCount, setLong, type WasiVm, writeStat } from './wasi-vm.ts'

/** The guest ended its process. */
export class GuestExit extends Error {
  readonly code: number

  constructor(code: number) {
    super(`it ended its process with ${code}`)
    this.code = code
  }
}

type WasiFunction = (...args: never[]) => number | Promise<number>

/** What each call costs, besides the bytes that it moves: the work of the host that no meter counts. */
const callFuel = 200
const maxEvents = 64
/** The host makes random bytes in its own memory first. */
const randomBytesAtOnce = 64 * 1024
const eventBytes = 32
const subscriptionBytes = 48
const resolutionNs = 1000n
/** Clocks of WASI: the wall clock is 0, the others count from the start. */
const wallClock = 0

export type ImportsOptions = {
  /** The program's arguments, its name first. */
  readonly args: readonly string[]
  readonly env?: Readonly<Record<string, string>>
  /** Whether a read may suspend the guest. It then has to be called by `WebAssembly.promising`. */
  readonly suspends?: boolean
  /** Replaces functions. */
  readonly instead?: Readonly<Record<string, WasiFunction>>
}

/** Everything that a guest can call: the functions of `wasi_snapshot_preview1`, and nothing else. */
export function wasiImports(vm: () => WasiVm, options: ImportsOptions): WebAssembly.Imports {
  const { args, env = {}, suspends = false, instead = {} } = options
  const variables = Object.entries(env).map(([name, value]) => `${name}=${value}`)
  const functions: Readonly<Record<string, WasiFunction>> = {
    ...processFunctions(vm, args, variables),
    ...clockFunctions(vm),
    ...fileFunctions(vm),
    ...pathFunctions(vm),
    ...instead,
  }
  const charged = Object.entries(functions).map(([name, call]): [string, (...args: never[]) => unknown] => {
    const paid: WasiFunction = (...given) => {
      vm().spend(callFuel)
      return call(...given)
    }
    // Reading is how the guest waits for the host: only this function suspends it.
    return [name, suspends && name === 'fd_read' ? suspending(paid) : paid]
  })
  return { wasi_snapshot_preview1: Object.fromEntries(charged) }
}

function processFunctions(vm: () => WasiVm, args: readonly string[], variables: readonly string[]) {
  const refused = () => errno.notSupported
  return {
    ...textLists(vm, 'args_get', 'args_sizes_get', args),
    ...textLists(vm, 'environ_get', 'environ_sizes_get', variables),
    proc_exit: (code: number): number => {
      throw new GuestExit(code)
    },
    sched_yield: () => {
      vm().yielded()
      return errno.success
    },
    ...{ sock_accept: refused, sock_recv: refused, sock_send: refused, sock_shutdown: refused },
  }
}

/** The two functions with which the guest gets a list of texts: their sizes, then the texts with a pointer to each. */
function textLists(vm: () => WasiVm, get: string, sizes: string, texts: readonly string[]) {
  const list = texts.map((text) => Buffer.from(`${text}\0`))
  return {
    [sizes]: (count: Pointer, bytes: Pointer) => {
      setCount(vm(), count, list.length)
      setCount(
        vm(),
        bytes,
        list.reduce((total, each) => total + each.length, 0),
      )
      return errno.success
    },
    [get]: (pointers: Pointer, buffer: Pointer) => {
      let at = buffer
      for (const [index, text] of list.entries()) {
        setCount(vm(), pointers + 4 * index, at)
        vm().bytes().set(text, at)
        at += text.length
      }
      return errno.success
    },
  }
}

function clockFunctions(vm: () => WasiVm) {
  return {
    clock_res_get: (_clock: number, out: Pointer) => {
      setLong(vm(), out, resolutionNs)
      return errno.success
    },
    clock_time_get: (clock: number, _precision: bigint, out: Pointer) => {
      const { world } = vm()
      setLong(vm(), out, clock === wallClock ? world.wallNs() : world.elapsedNs())
      return errno.success
    },
    random_get: (out: Pointer, length: number) => {
      const wanted = length >>> 0
      vm().spend(wanted)
      const bytes = bytesIn(vm(), out, wanted)
      for (let at = 0; at < wanted; at += randomBytesAtOnce) {
        const part = bytes.subarray(at, at + randomBytesAtOnce)
        part.set(vm().world.random(part.length))
      }
      return errno.success
    },
    poll_oneoff: (subscriptions: Pointer, events: Pointer, count: number, out: Pointer) =>
      sleepUntil(vm(), subscriptions, events, count, out),
  }
}

/** The guest sleeps: its clock moves to the first of the times, and that time's event has happened. */
function sleepUntil(vm: WasiVm, subscriptions: Pointer, events: Pointer, count: number, out: Pointer): number {
  if (count >>> 0 > maxEvents || count === 0) return errno.invalid
  const view = vm.view()
  const sleeps = Array.from({ length: count }, (_, index) => {
    const at = subscriptions + subscriptionBytes * index
    const isClock = view.getUint8(at + 8) === 0
    const isAbsolute = (view.getUint16(at + 40, true) & 1) === 1
    const now = view.getUint32(at + 16, true) === wallClock ? vm.world.wallNs() : vm.world.elapsedNs()
    const time = view.getBigUint64(at + 24, true)
    return { isClock, userData: view.getBigUint64(at, true), ns: isAbsolute ? time - now : time }
  })
  if (!sleeps.every(({ isClock }) => isClock)) return errno.notSupported
  const [first] = sleeps.toSorted((one, other) => (one.ns < other.ns ? -1 : 1))
  vm.world.sleep(first?.ns ?? 0n)
  bytesIn(vm, events, eventBytes).fill(0)
  setLong(vm, events, first?.userData ?? 0n)
  setCount(vm, out, 1)
  return errno.success
}

const openFlag = { create: 1, folder: 2, exclusive: 4, truncate: 8 } as const
const writeRight = 1n << 6n
const appendFlag = 1

/** The functions of WASI for names below an open folder. There are no links. */
function pathFunctions(vm: () => WasiVm) {
  /** Calls `use` with the path that a guest names. */
  const at = (fd: number, name: Pointer, length: number, use: (path: string) => Errno): Errno => {
    const text = pathAt(vm(), name, length)
    if (text === undefined) return errno.nameTooLong
    const resolved = vm().world.descriptors.resolve(fd, text)
    return typeof resolved === 'number' ? resolved : use(resolved.path)
  }
  const files = () => vm().world.files
  const refused = () => errno.readOnly

  return {
    path_open: (
      fd: number,
      _lookup: number,
      name: Pointer,
      length: number,
      flags: number,
      rights: bigint,
      _inherited: bigint,
      fdFlags: number,
      out: Pointer,
    ) =>
      at(fd, name, length, (path) => {
        const opened = vm().world.descriptors.open({
          path,
          create: (flags & openFlag.create) !== 0,
          mustBeFolder: (flags & openFlag.folder) !== 0,
          exclusive: (flags & openFlag.exclusive) !== 0,
          truncate: (flags & openFlag.truncate) !== 0,
          write: (rights & writeRight) !== 0n,
          append: (fdFlags & appendFlag) !== 0,
        })
        if (typeof opened === 'number') return opened
        setCount(vm(), out, opened.fd)
        return errno.success
      }),
    path_filestat_get: (fd: number, _lookup: number, name: Pointer, length: number, out: Pointer) =>
      at(fd, name, length, (path) => {
        const type = files().typeOf(path)
        if (type === undefined) return errno.missing
        writeStat(vm(), out, type, files().fileAt(path)?.size ?? 0, path)
        return errno.success
      }),
    path_create_directory: (fd: number, name: Pointer, length: number) =>
      at(fd, name, length, (path) => files().createFolder(path)),
    path_remove_directory: (fd: number, name: Pointer, length: number) =>
      at(fd, name, length, (path) => files().removeFolder(path)),
    path_unlink_file: (fd: number, name: Pointer, length: number) =>
      at(fd, name, length, (path) => files().remove(path)),
    path_rename: (fd: number, from: Pointer, fromLength: number, toFd: number, to: Pointer, toLength: number) =>
      at(fd, from, fromLength, (path) => at(toFd, to, toLength, (target) => files().rename(path, target))),
    path_readlink: () => errno.invalid,
    ...{ path_link: refused, path_symlink: refused, path_filestat_set_times: refused },
  }
}
