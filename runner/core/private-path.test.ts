import { chmodSync, chownSync, mkdirSync, mkdtempSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { needs } from '../../scripts/testing/needs.ts'
import { keepPrivate, PrivatePathError } from './private-path.ts'

let folder = ''
const modeOf = (path: string) => statSync(path).mode & 0o777
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'travel-private-'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

function fileOf(mode: number): string {
  const path = join(folder, 'key')
  writeFileSync(path, 'x')
  chmodSync(path, mode)
  return path
}

test('leaves private files and folders unchanged, and returns false for a missing path', () => {
  const said: string[] = []
  expect(keepPrivate(fileOf(0o400), 'file', (text) => said.push(text))).toBe(true)
  expect(keepPrivate(folder, 'folder', (text) => said.push(text))).toBe(true)
  expect(keepPrivate(join(folder, 'none'), 'file', (text) => said.push(text))).toBe(false)
  expect(said).toEqual([])
  expect(modeOf(join(folder, 'key'))).toBe(0o400)
})

test.each(['604', '640', '666', '777', '601'])(
  'makes a file private that other users can access (mode %s), and warns',
  (text) => {
    const mode = Number.parseInt(text, 8)
    const said: string[] = []
    const path = fileOf(mode)
    keepPrivate(path, 'file', (sentence) => said.push(sentence))
    expect(modeOf(path)).toBe(mode & 0o700)
    expect(said).toEqual([
      `${path} was open to other users (mode 0${text}) and is closed now. Others may have read it.`,
    ])
  },
)

test('rejects a symbolic link, and a path of the wrong kind', () => {
  symlinkSync(fileOf(0o600), join(folder, 'link'))
  expect(() => keepPrivate(join(folder, 'link'), 'file')).toThrow('should be a file but is something else: remove it')
  mkdirSync(join(folder, 'folder'))
  expect(() => keepPrivate(join(folder, 'folder'), 'file')).toThrow(PrivatePathError)
  expect(() => keepPrivate(join(folder, 'key'), 'folder')).toThrow('should be a folder')
})

test('rejects a file of another user, with the command that fixes the owner', needs.root, () => {
  const path = fileOf(0o600)
  chownSync(path, 1234, 1234)
  expect(() => keepPrivate(path, 'file')).toThrow(`${path} belongs to another user (id 1234), who can change it`)
  expect(() => keepPrivate(path, 'file')).toThrow(`chown 0 ${path}`)
})

test('root accepts a file whose owner also owns the folder', needs.root, () => {
  const path = fileOf(0o644)
  chownSync(path, 1234, 1234)
  chownSync(folder, 1234, 1234)
  expect(keepPrivate(path, 'file')).toBe(true)
  expect(modeOf(path)).toBe(0o600)
})
