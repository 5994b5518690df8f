import type { Descriptor } from './descriptors.ts'
import { type Errno, errno, type FileType, fileType } from './errno.ts'
import { type FileNode, preopened } from './files.ts'
import {
  bytesIn,
  fillRanges,
  type Pointer,
  type Ranges,
  rangesAt,
  setCount,
  setLong,
  type WasiVm,
  writeFdStat,
  writeStat,
} from './wasi-vm.ts'
import { maxRequestBytes } from './world.ts'

const entryBytes = 24

/** The functions of WASI for open files. */
export function fileFunctions(vm: () => WasiVm) {
  const descriptor = (fd: number) => vm().world.descriptors.get(fd)
  const refused = () => errno.notCapable
  const readable = (fd: number) => {
    const found = descriptor(fd)
    return found?.kind === 'file' ? found : undefined
  }
  return {
    fd_prestat_get: (fd: number, out: Pointer) => {
      const path = preopened.get(fd)
      if (path === undefined) return errno.badDescriptor
      setCount(vm(), out, 0)
      setCount(vm(), out + 4, path.length + 1)
      return errno.success
    },
    fd_prestat_dir_name: (fd: number, out: Pointer, length: number) => {
      const path = preopened.get(fd)
      if (path === undefined) return errno.badDescriptor
      vm().bytes().write(`/${path}`, out, length)
      return errno.success
    },
    fd_fdstat_get: (fd: number, out: Pointer) => {
      const found = descriptor(fd)
      if (!found) return errno.badDescriptor
      writeFdStat(vm(), out, typeOf(found), found.kind === 'file' && found.mode.append)
      return errno.success
    },
    fd_filestat_get: (fd: number, out: Pointer) => {
      const found = descriptor(fd)
      if (!found) return errno.badDescriptor
      writeStat(vm(), out, typeOf(found), found.kind === 'file' ? found.node.size : 0, `${found.kind} ${fd}`)
      return errno.success
    },
    fd_filestat_set_size: (fd: number, size: bigint) => {
      const found = readable(fd)
      if (!found?.mode.write) return errno.badDescriptor
      if (size < 0n) return errno.invalid
      vm().spend(Math.min(maxRequestBytes, Math.abs(Number(size) - found.node.size)))
      return vm().world.files.resize(found.node, Number(size))
    },
    fd_close: (fd: number) => vm().world.descriptors.close(fd),
    fd_renumber: (from: number, to: number) => vm().world.descriptors.renumber(from, to),
    fd_seek: (fd: number, offset: bigint, whence: number, out: Pointer) => {
      const found = descriptor(fd)
      if (!found) return errno.badDescriptor
      if (found.kind !== 'file') return errno.noSeek
      const to = Number(offset) + ([0, found.at, found.node.size][whence] ?? Number.NaN)
      if (!(to >= 0)) return errno.invalid
      found.at = to
      setLong(vm(), out, to)
      return errno.success
    },
    fd_tell: (fd: number, out: Pointer) => {
      const found = descriptor(fd)
      if (!found) return errno.badDescriptor
      if (found.kind !== 'file') return errno.noSeek
      setLong(vm(), out, found.at)
      return errno.success
    },
    fd_read: (fd: number, list: Pointer, count: number, out: Pointer) => read(vm(), descriptor(fd), list, count, out),
    fd_pread: (fd: number, list: Pointer, count: number, offset: bigint, out: Pointer) => {
      const found = readable(fd)
      if (!found) return descriptor(fd) ? errno.noSeek : errno.badDescriptor
      if (offset < 0n) return errno.invalid
      const source = found.node.bytes.subarray(0, found.node.size).subarray(Number(offset))
      setCount(vm(), out, fillRanges(vm(), rangesAt(vm(), list, count), source))
      return errno.success
    },
    fd_write: (fd: number, list: Pointer, count: number, out: Pointer) => write(vm(), descriptor(fd), list, count, out),
    fd_pwrite: (fd: number, list: Pointer, count: number, offset: bigint, out: Pointer) => {
      const found = readable(fd)
      if (!found?.mode.write) return errno.badDescriptor
      if (offset < 0n) return errno.invalid
      const bytes = gather(vm(), list, count)
      if (!bytes) return errno.tooBig
      const problem = writeFile(vm(), found.node, Number(offset), bytes)
      if (problem === errno.success) setCount(vm(), out, bytes.length)
      return problem
    },
    fd_readdir: (fd: number, buffer: Pointer, length: number, cookie: bigint, out: Pointer) =>
      readFolder(vm(), descriptor(fd), buffer, length, Number(cookie), out),
    fd_sync: () => errno.success,
    fd_datasync: () => errno.success,
    fd_advise: () => errno.success,
    ...{ fd_allocate: refused, fd_fdstat_set_flags: refused, fd_fdstat_set_rights: refused },
    fd_filestat_set_times: refused,
  }
}

function typeOf({ kind }: Descriptor): FileType {
  if (kind === 'folder') return fileType.folder
  return kind === 'file' ? fileType.file : fileType.device
}

/** The bytes of all ranges, copied. `undefined`: they are more than the host takes of one write. */
function gather(vm: WasiVm, list: Pointer, count: number): Buffer | undefined {
  const ranges = rangesAt(vm, list, count)
  return bytesOf(ranges) > maxRequestBytes ? undefined : firstBytes(vm, ranges)
}

function bytesOf(ranges: Ranges): number {
  return ranges.reduce((sum, { length }) => sum + length, 0)
}

/** The bytes of the ranges, copied: at most `maxRequestBytes`. */
function firstBytes(vm: WasiVm, ranges: Ranges): Buffer {
  let room = maxRequestBytes
  const parts = ranges.map(({ at, length }) => {
    const part = bytesIn(vm, at, length).subarray(0, room)
    room -= part.length
    return part
  })
  return Buffer.concat(parts)
}

/** Writes to a file. The bytes between its end and the place of the write are zeros, which the host also writes. */
function writeFile(vm: WasiVm, node: FileNode, at: number, bytes: Uint8Array): Errno {
  vm.spend(Math.min(maxRequestBytes, Math.max(0, at - node.size)))
  return vm.world.files.write(node, at, bytes)
}

function read(vm: WasiVm, found: Descriptor | undefined, list: Pointer, count: number, out: Pointer) {
  if (!found) return errno.badDescriptor
  switch (found.kind) {
    case 'folder':
      return errno.isFolder
    case 'file': {
      const { node, at } = found
      const taken = fillRanges(vm, rangesAt(vm, list, count), node.bytes.subarray(0, node.size).subarray(at))
      found.at += taken
      setCount(vm, out, taken)
      return errno.success
    }
    case 'device':
      return readReply(vm, list, count, out)
    default:
      setCount(vm, out, 0)
      return errno.success
  }
}

function readReply(vm: WasiVm, list: Pointer, count: number, out: Pointer): number | Promise<number> {
  const ranges = rangesAt(vm, list, count)
  const { device } = vm.world
  const take = (reply: Uint8Array) => {
    const taken = fillRanges(vm, ranges, reply)
    device.taken(taken)
    setCount(vm, out, taken)
    return errno.success
  }
  const reply = device.reply()
  return reply instanceof Promise ? reply.then(take) : take(reply)
}

function write(vm: WasiVm, found: Descriptor | undefined, list: Pointer, count: number, out: Pointer) {
  if (!found || found.kind === 'stdin' || found.kind === 'folder') return errno.badDescriptor
  if (found.kind === 'file' && !found.mode.write) return errno.badDescriptor
  const { world } = vm
  if (found.kind === 'device') {
    const ranges = rangesAt(vm, list, count)
    world.device.request(firstBytes(vm, ranges))
    setCount(vm, out, bytesOf(ranges))
    return errno.success
  }
  const bytes = gather(vm, list, count)
  if (!bytes) return errno.tooBig
  if (found.kind === 'file') {
    const at = found.mode.append ? found.node.size : found.at
    const problem = writeFile(vm, found.node, at, bytes)
    if (problem !== errno.success) return problem
    found.at = at + bytes.length
  } else world.device.print(found.kind, bytes)
  setCount(vm, out, bytes.length)
  return errno.success
}

/** Entries from the one with the number `cookie` on, the last one cut where the buffer ends. */
function readFolder(
  vm: WasiVm,
  found: Descriptor | undefined,
  buffer: Pointer,
  length: number,
  cookie: number,
  out: Pointer,
) {
  if (!found) return errno.badDescriptor
  if (found.kind !== 'folder') return errno.notFolder
  const { files } = vm.world
  const names = files.namesIn(found.path)
  vm.spend(names.length)
  const room = length >>> 0
  const entries: Buffer[] = []
  let filled = 0
  for (let index = Math.max(0, cookie); index < names.length && filled < room; index += 1) {
    const entry = entryOf(names[index] ?? '', index, files.typeOf(`${found.path}/${names[index]}`))
    entries.push(entry)
    filled += entry.length
    vm.spend(entry.length)
  }
  const part = Buffer.concat(entries).subarray(0, room)
  bytesIn(vm, buffer, part.length).set(part)
  setCount(vm, out, part.length)
  return errno.success
}

function entryOf(name: string, index: number, type: FileType = fileType.file): Buffer {
  const text = Buffer.from(name)
  const entry = Buffer.alloc(entryBytes + text.length)
  const next = BigInt(index + 1)
  entry.writeBigUInt64LE(next, 0)
  entry.writeBigUInt64LE(next, 8)
  entry.writeUInt32LE(text.length, 16)
  entry[20] = type
  entry.set(text, entryBytes)
  return entry
}
