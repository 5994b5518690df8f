import { describe, expect, test } from 'vitest'
import { wasiCalls } from '../testing/wasi-calls.ts'
import { errno } from './errno.ts'
import { type FileNode, Files } from './files.ts'

const mb = 1024 * 1024
const create = 1
const truncate = 8

function file(files: Files, path: string): FileNode {
  const node = files.create(path)
  if (typeof node === 'number') throw new RangeError(`create ${path}: ${node}`)
  return node
}

describe('the files of an execution', () => {
  test('keep no more than 8 MB, also when they are cut after they grew', () => {
    const files = new Files(new Map())
    const nodes = Array.from({ length: 20 }, (_, index) => {
      const node = file(files, `tmp/${index}`)
      files.resize(node, 8 * mb)
      files.resize(node, index)
      return node
    })
    const held = nodes.reduce((total, node) => total + node.bytes.length, 0)
    expect(held).toBeLessThanOrEqual(8 * mb)
    expect(files.bytes).toBe(held)
  })

  test('count the bytes of a removed file, which may be open', () => {
    const files = new Files(new Map())
    const open = file(files, 'tmp/a')
    expect(files.write(open, 0, new Uint8Array(6 * mb))).toBe(errno.success)
    expect(files.remove('tmp/a')).toBe(errno.success)
    expect(files.resize(file(files, 'tmp/b'), 6 * mb)).toBe(errno.noSpace)
  })

  test('count the bytes of a file that another one was renamed to', () => {
    const files = new Files(new Map())
    files.resize(file(files, 'tmp/a'), 5 * mb)
    files.resize(file(files, 'tmp/b'), 1)
    expect(files.rename('tmp/b', 'tmp/a')).toBe(errno.success)
    expect(files.resize(file(files, 'tmp/c'), 5 * mb)).toBe(errno.noSpace)
  })

  test('use all of the 8 MB, and give them back when a file is emptied', () => {
    const files = new Files(new Map())
    const node = file(files, 'tmp/a')
    for (let round = 0; round < 3; round += 1) {
      for (let at = 0; at < 8; at += 1) expect(files.write(node, at * mb, new Uint8Array(mb))).toBe(errno.success)
      expect(files.write(node, 8 * mb, new Uint8Array(1))).toBe(errno.noSpace)
      expect(files.resize(node, 0)).toBe(errno.success)
    }
    expect(files.bytes).toBe(0)
  })

  test('read as zeros where they were cut and extended again', () => {
    const files = new Files(new Map())
    const node = file(files, 'tmp/a')
    files.write(node, 0, Buffer.from('secret'))
    files.resize(node, 2)
    files.resize(node, 6)
    expect(Buffer.from(node.bytes.subarray(0, node.size))).toEqual(Buffer.from('se\0\0\0\0'))
  })

  test('have no size below zero', () => {
    const wasi = wasiCalls()
    const fd = wasi.open('/tmp/a', create)
    expect(wasi.call('fd_filestat_set_size', fd, -(8n * 1024n * 1024n))).toBe(errno.invalid)
    expect(wasi.world.files.bytes).toBe(0)
  })

  test('have no place below zero', () => {
    const wasi = wasiCalls()
    const fd = wasi.open('/tmp/a', create)
    const count = wasi.ranges([4096, 8])
    expect(wasi.call('fd_pwrite', fd, 0, count, -4n, 0)).toBe(errno.invalid)
    wasi.ranges([4096, 8])
    expect(wasi.call('fd_pread', fd, 0, count, -4n, 0)).toBe(errno.invalid)
    expect(wasi.call('fd_seek', fd, -1n, 0, 0)).toBe(errno.invalid)
  })

  test('number at most 256, and 64 may be open at once', () => {
    const wasi = wasiCalls()
    const opened: number[] = []
    expect(() => {
      for (;;) opened.push(wasi.open('/tmp/a', create))
    }).toThrow(`open /tmp/a: ${errno.tooManyOpen}`)
    expect(opened.length).toBeLessThan(64)
    for (const fd of opened) wasi.call('fd_close', fd)
    let made = 0
    for (; wasi.callPath('path_create_directory', `/tmp/${made}`) === 0; made += 1);
    expect(made).toBe(255)
  })
})

describe('a path', () => {
  const long = 'a'.repeat(4000)

  test('is limited below an open folder too', () => {
    const wasi = wasiCalls()
    wasi.callPath('path_create_directory', `/tmp/${long}`)
    const folder = wasi.open(`/tmp/${long}`, 2, 0n)
    const length = wasi.memory.write(long, 1024)
    expect(wasi.call('path_create_directory', folder, 1024, length)).toBe(errno.nameTooLong)
  })

  test('is limited when a folder above it is renamed', () => {
    const files = new Files(new Map())
    files.createFolder('tmp/a')
    file(files, `tmp/a/${long}`)
    expect(files.rename('tmp/a', `tmp/${long}`)).toBe(errno.nameTooLong)
    expect(files.typeOf('tmp/a')).toBeDefined()
  })

  test.each(['/tmp/../../etc/passwd', '../..', '../../data/lib/fixed.txt/../../../..'])(
    'leads nowhere above /: %s',
    (path) => {
      expect(() => wasiCalls().open(path)).toThrow(`open ${path}: ${errno.notCapable}`)
    },
  )

  test('of a folder of the interpreter cannot be changed', () => {
    const wasi = wasiCalls()
    for (const path of ['/data/new', '/tmp', '/data', '/data/lib/fixed.txt', '/data/.host', '/etc']) {
      expect(wasi.callPath('path_unlink_file', path), path).not.toBe(errno.success)
      expect(wasi.callPath('path_remove_directory', path), path).not.toBe(errno.success)
      expect(wasi.callPath('path_create_directory', path), path).not.toBe(errno.success)
    }
    expect(() => wasi.open('/data/lib/fixed.txt', truncate)).toThrow(`${errno.readOnly}`)
    expect(wasi.world.files.rename('data/lib/fixed.txt', 'tmp/x')).toBe(errno.readOnly)
    wasi.open('/tmp/x', create)
    expect(wasi.world.files.rename('tmp/x', 'data/lib/fixed.txt')).toBe(errno.readOnly)
    expect(wasi.world.files.rename('tmp/x', 'data/.host')).toBe(errno.readOnly)
  })

  test('does not name a link', () => {
    const wasi = wasiCalls()
    expect(wasi.call('path_symlink', 1024, 4, 3, 1024, 4)).toBe(errno.readOnly)
    expect(wasi.call('path_link', 3, 0, 1024, 4, 3, 1024, 4)).toBe(errno.readOnly)
  })
})

describe('work of the host costs fuel', () => {
  const costOf = (work: (wasi: ReturnType<typeof wasiCalls>, fd: number) => void): number => {
    const wasi = wasiCalls()
    const fd = wasi.open('/tmp/a', create)
    const before = wasi.fuelLeft()
    work(wasi, fd)
    return before - wasi.fuelLeft()
  }

  test('by the bytes that a file grows by', () => {
    expect(costOf((wasi, fd) => wasi.call('fd_filestat_set_size', fd, 4_000_000n))).toBeGreaterThan(500_000)
  })

  test('by the bytes that a write leaves out', () => {
    const cost = costOf((wasi, fd) => wasi.call('fd_pwrite', fd, 0, wasi.ranges([4096, 1]), 4_000_000n, 0))
    expect(cost).toBeGreaterThan(500_000)
  })

  test('by the bytes of a folder that are listed', () => {
    const cost = costOf((wasi) => {
      for (let index = 0; index < 10; index += 1)
        wasi.callPath('path_create_directory', `/tmp/${'a'.repeat(1000)}${index}`)
      const before = wasi.fuelLeft()
      expect(wasi.call('fd_readdir', 4, 8192, 32, 0n, 0)).toBe(0)
      expect(before - wasi.fuelLeft()).toBeGreaterThan(1000)
    })
    expect(cost).toBeGreaterThan(0)
  })
})
