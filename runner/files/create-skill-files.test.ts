import { execFileSync, spawn } from 'node:child_process'
import { link, mkdir, mkdtemp, readdir, readFile, rm, symlink, utimes, writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { needs } from '../../scripts/testing/needs.ts'
import { silentLog } from '../runtimes/quickjs/testing/silent-log.ts'
import { createSkillFiles } from './create-skill-files.ts'

let base = ''
let root = ''
let own = ''
beforeEach(async () => {
  base = await mkdtemp(join(tmpdir(), 'travel-files-'))
  root = join(base, 'skills')
  own = join(root, 'notes')
  await mkdir(own, { recursive: true })
  await writeFile(join(base, 'outside.txt'), 'outside')
})
afterEach(() => rm(base, { recursive: true, force: true }))

const filesOf = (skill = 'notes', quota = { entries: 10, bytes: 1000 }) =>
  createSkillFiles({ root, quota, log: silentLog })(skill)
const refused = (name: string) => ({ ok: false, name })

test('writes a file, creates its folders, and reads the file again', async () => {
  await rm(root, { recursive: true })
  expect(await filesOf().write('a/b/today.txt', 'Zürich ✓')).toEqual({ ok: true, bytes: 11 })
  expect(await filesOf().read('a/b/today.txt')).toEqual({ ok: true, text: 'Zürich ✓' })
  expect(await filesOf().write('a/b/today.txt', '')).toEqual({ ok: true, bytes: 0 })
  expect(await filesOf().read('a/b/today.txt')).toEqual({ ok: true, text: '' })
})

test('a skill cannot read the files of another skill', async () => {
  await filesOf().write('a.txt', 'mine')
  expect(await filesOf('other').read('a.txt')).toMatchObject(refused('NotFoundError'))
})

test('the root folder may be a symbolic link', async () => {
  await symlink(root, join(base, 'linked'))
  const files = createSkillFiles({ root: join(base, 'linked'), log: silentLog })('notes')
  expect(await files.write('a.txt', 'x')).toMatchObject({ ok: true })
  expect(await readFile(join(own, 'a.txt'), 'utf8')).toBe('x')
})

describe('refuses to read or write', () => {
  const cases: [string, string, () => Promise<unknown>][] = [
    ['a link to a file outside', 'link.txt', () => symlink('../../outside.txt', join(own, 'link.txt'))],
    ['an absolute link', 'link.txt', () => symlink('/etc/passwd', join(own, 'link.txt'))],
    ['a link to nothing', 'link.txt', () => symlink('../../new.txt', join(own, 'link.txt'))],
    ['a link to a file inside', 'link.txt', () => symlink('a.txt', join(own, 'link.txt'))],
    ['a linked folder', 'folder/outside.txt', () => symlink('../..', join(own, 'folder'))],
    ['a linked subfolder', 'a/b/passwd', () => mkdir(join(own, 'a')).then(() => symlink('/etc', join(own, 'a/b')))],
    ['a link to /proc', 'self/environ', () => symlink('/proc/self', join(own, 'self'))],
    ['a link to a file descriptor', 'fd/0', () => symlink('/dev/fd', join(own, 'fd'))],
    ['a hard link to a file outside', 'hard.txt', () => link(join(base, 'outside.txt'), join(own, 'hard.txt'))],
    ['a pipe', 'pipe', async () => execFileSync('mkfifo', [join(own, 'pipe')])],
    ['a folder', 'folder', () => mkdir(join(own, 'folder'))],
    ['a path below a file', 'a.txt/b.txt', () => writeFile(join(own, 'a.txt'), '')],
  ]
  test.each(cases)('%s', async (_, path, make) => {
    await make()
    const before = (await readdir(own)).sort()
    expect(await filesOf().read(path)).toMatchObject(refused('NotAllowedError'))
    expect(await filesOf().write(path, 'changed')).toMatchObject(refused('NotAllowedError'))
    expect((await readdir(own)).sort()).toEqual(before)
    expect((await readdir(base)).sort()).toEqual(['outside.txt', 'skills'])
    expect(await readFile(join(base, 'outside.txt'), 'utf8')).toBe('outside')
  })

  test('a skill folder that is a link', async () => {
    await rm(own, { recursive: true })
    await symlink('..', own)
    expect(await filesOf().read('outside.txt')).toMatchObject(refused('NotAllowedError'))
    expect(await filesOf().write('outside.txt', 'x')).toMatchObject(refused('NotAllowedError'))
    expect(await readFile(join(base, 'outside.txt'), 'utf8')).toBe('outside')
  })

  test('a device', needs.root, async () => {
    execFileSync('mknod', [join(own, 'zero'), 'c', '1', '5'])
    expect(await filesOf().read('zero')).toMatchObject(refused('NotAllowedError'))
    expect(await filesOf().write('zero', 'x')).toMatchObject(refused('NotAllowedError'))
  })

  test('a socket', async () => {
    const server = createServer()
    await new Promise<void>((resolve) => server.listen(join(own, 'socket'), resolve))
    expect(await filesOf().read('socket')).toMatchObject(refused('NotAllowedError'))
    expect(await filesOf().write('socket', 'x')).toMatchObject(refused('NotAllowedError'))
    await new Promise((resolve) => server.close(resolve))
  })

  test.each(['..', '.', '', 'a/../b', '../outside.txt', '/etc/passwd', 'a//b', 'a\0b', '.travel-unfinished-x'])(
    'the path %j, even if the caller did not check it',
    async (path) => {
      expect(await filesOf().read(path)).toMatchObject(refused('NotAllowedError'))
      expect(await filesOf().write(path, 'x')).toMatchObject(refused('NotAllowedError'))
      expect(await readdir(own)).toEqual([])
    },
  )
})

test('never follows a folder that is replaced by a link during an access', async ({ signal }) => {
  const outside = join(base, 'outside')
  await mkdir(outside)
  await writeFile(join(outside, 'a.txt'), 'outside')
  // A child process swaps a folder and a link as fast as it can, while this process reads and writes through that name.
  const swap = `
    const { renameSync, rmSync, mkdirSync, symlinkSync, writeFileSync } = require('node:fs')
    process.chdir(process.argv[1])
    mkdirSync('real'); writeFileSync('real/a.txt', 'inside'); symlinkSync(process.argv[2], 'link')
    process.send('ready')
    process.on('disconnect', () => process.exit())
    // A write may create the folder while it is missing.
    const move = (from, to) => { for (;;) try { return renameSync(from, to) } catch { try { rmSync(to, { recursive: true, force: true }) } catch {} } }
    const turn = () => {
      for (let n = 0; n < 50; n++) { move('real', 'x'); move('link', 'real'); move('real', 'link'); move('x', 'real') }
      setImmediate(turn)
    }
    turn()`
  const swapping = spawn(process.execPath, ['-e', swap, own, outside], {
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  })
  await new Promise((resolve) => swapping.once('message', resolve))
  const seen = new Set<string>()
  try {
    for (let n = 0; n < 150 || !seen.has('inside'); n++) {
      signal.throwIfAborted()
      const read = await filesOf().read('real/a.txt')
      seen.add(read.ok ? read.text : read.name)
      await filesOf().write('real/a.txt', 'inside')
    }
  } finally {
    swapping.disconnect()
    await new Promise((resolve) => swapping.once('exit', resolve))
  }
  expect(seen).toContain('inside')
  expect(seen).not.toContain('outside')
  expect(await readFile(join(outside, 'a.txt'), 'utf8')).toBe('outside')
  expect(await readdir(outside)).toEqual(['a.txt'])
})

describe('quotas', () => {
  test('refuse to read a file that is too large or not text', async () => {
    await writeFile(join(own, 'large'), Buffer.alloc(1024 * 1024 + 1, 'x'))
    await writeFile(join(own, 'bytes'), Buffer.from([0xff, 0xfe]))
    expect(await filesOf().read('large')).toMatchObject(refused('QuotaExceeded'))
    expect(await filesOf().read('bytes')).toMatchObject(refused('NotAllowedError'))
  })

  test('count files and folders, even for concurrent writes', async () => {
    const files = filesOf()
    const answers = await Promise.all(Array.from({ length: 20 }, (_, n) => files.write(`f/${n}.txt`, 'x')))
    expect(answers.filter(({ ok }) => ok)).toHaveLength(9)
    expect(answers.at(-1)).toMatchObject(refused('QuotaExceeded'))
    expect(await readdir(join(own, 'f'))).toHaveLength(9)
    expect(await files.write('f/0.txt', 'again')).toMatchObject({ ok: true })
  })

  test('count bytes, and count a replaced file only once', async () => {
    const files = filesOf()
    expect(await files.write('a.txt', 'x'.repeat(900))).toMatchObject({ ok: true })
    expect(await files.write('b.txt', 'x'.repeat(101))).toMatchObject(refused('QuotaExceeded'))
    expect(await files.write('a.txt', 'y'.repeat(1000))).toMatchObject({ ok: true })
    expect(await files.write('a.txt', 'y'.repeat(1001))).toMatchObject(refused('QuotaExceeded'))
    expect(await files.read('a.txt')).toEqual({ ok: true, text: 'y'.repeat(1000) })
    expect(await readdir(own)).toEqual(['a.txt'])
  })

  test('do not count an unfinished file of an ended process, which the next write removes', async () => {
    const left = join(own, '.travel-unfinished-1')
    await writeFile(left, 'x'.repeat(1000))
    await utimes(left, 0, 0)
    expect(await filesOf().write('a.txt', 'x')).toMatchObject({ ok: true })
    expect(await readdir(own)).toEqual(['a.txt'])
  })

  test('do not count unfinished files of ended processes, even if the skill has as many files as it may', async () => {
    const names = Array.from({ length: 9 }, (_, at) => `${at}.txt`)
    for (const name of names) await writeFile(join(own, name), '')
    await mkdir(join(own, 'folder'))
    const left = join(own, 'folder', '.travel-unfinished-1')
    await writeFile(left, '')
    await utimes(left, 0, 0)
    expect(await filesOf().write('0.txt', 'x')).toMatchObject({ ok: true })
    expect(await readdir(join(own, 'folder'))).toEqual([])
  })
})
