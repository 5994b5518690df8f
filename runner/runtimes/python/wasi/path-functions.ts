import { type Errno, errno } from './errno.ts'
import { writeStat } from './stat.ts'
import { type Pointer, pathAt, setCount, type WasiVm } from './wasi-vm.ts'

const openFlag = { create: 1, folder: 2, exclusive: 4, truncate: 8 } as const
const writeRight = 1n << 6n
const appendFlag = 1

/** The functions of WASI for names below an open folder. There are no links. */
export function pathFunctions(vm: () => WasiVm) {
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
