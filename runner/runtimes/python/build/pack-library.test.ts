import { execFileSync, spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { need } from '../../../../scripts/testing/needs.ts'

const hasPython = spawnSync('python3', ['-c', 'import py_compile']).status === 0
const needsPython = need(hasPython, 'Python', 'install python3')

let folder = ''
const write = (path: string, content: string) => {
  mkdirSync(dirname(join(folder, path)), { recursive: true })
  writeFileSync(join(folder, path), content)
}
const pack = (name: string): string => {
  const target = join(folder, name)
  execFileSync('python3', [
    join(import.meta.dirname, 'pack-library.py'),
    join(folder, 'lib'),
    join(folder, 'packages'),
    target,
  ])
  return target
}
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'travel-library-'))
  write('lib/greeting/__init__.py', "text = 'hello'\n")
  write('lib/greeting/tests/__init__.py', '')
  write('lib/turtle.py', '')
  write('packages/spoken/__init__.py', '"""Says it."""\n')
  write('packages/spoken-1.0.dist-info/METADATA', 'Version: 1.0\n')
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

test('the same inputs give the same bytes', needsPython, () => {
  expect(readFileSync(pack('once.zip')).equals(readFileSync(pack('again.zip')))).toBe(true)
})

test('holds compiled modules without their tests, and the versions of packages', needsPython, () => {
  const program = 'import sys, zipfile\nprint(*zipfile.ZipFile(sys.argv[1]).namelist())'
  expect(
    execFileSync('python3', ['-c', program, pack('names.zip')], { encoding: 'utf8' })
      .trim()
      .split(' '),
  ).toEqual([
    'greeting/__init__.pyc',
    'spoken/__init__.pyc',
    'spoken-1.0.dist-info/METADATA',
    '_sysconfigdata__wasi_wasm32-wasi.pyc',
  ])
})
