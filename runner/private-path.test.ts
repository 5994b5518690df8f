import { chmodSync, chownSync, mkdirSync, mkdtempSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { keepPrivate, PrivatePathError } from './private-path.ts'

let folder = ''
const isRoot = process.getuid?.() === 0
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

test('leaves a file and a folder as they are that are closed to others, and says when there is none', () => {
  const said: string[] = []
  expect(keepPrivate(fileOf(0o400), 'file', (text) => said.push(text))).toBe(true)
  expect(keepPrivate(folder, 'folder', (text) => said.push(text))).toBe(true)
  expect(keepPrivate(join(folder, 'none'), 'file', (text) => said.push(text))).toBe(false)
  expect(said).toEqual([])
  expect(modeOf(join(folder, 'key'))).toBe(0o400)
})

test.each(['604', '640', '666', '777', '601'])('closes what is open to others (mode %s), and says so', (text) => {
  const mode = Number.parseInt(text, 8)
  const said: string[] = []
  const path = fileOf(mode)
  keepPrivate(path, 'file', (sentence) => said.push(sentence))
  expect(modeOf(path)).toBe(mode & 0o700)
  expect(said).toEqual([`${path} was open to other users (mode 0${text}) and is closed now. Others may have read it.`])
})

test('refuses a link, and a folder in the place of a file', () => {
  symlinkSync(fileOf(0o600), join(folder, 'link'))
  expect(() => keepPrivate(join(folder, 'link'), 'file')).toThrow('should be a file: remove what is there')
  mkdirSync(join(folder, 'folder'))
  expect(() => keepPrivate(join(folder, 'folder'), 'file')).toThrow(PrivatePathError)
  expect(() => keepPrivate(join(folder, 'key'), 'folder')).toThrow('should be a folder')
})

test.runIf(isRoot)('refuses what belongs to another user, with the command that mends it', () => {
  const path = fileOf(0o600)
  chownSync(path, 1234, 1234)
  expect(() => keepPrivate(path, 'file')).toThrow(`${path} belongs to another user (id 1234), who can change it`)
  expect(() => keepPrivate(path, 'file')).toThrow(`chown 0 ${path}`)
})

test.runIf(isRoot)('lets root work with what belongs to the owner of the folder around it', () => {
  const path = fileOf(0o644)
  chownSync(path, 1234, 1234)
  chownSync(folder, 1234, 1234)
  expect(keepPrivate(path, 'file')).toBe(true)
  expect(modeOf(path)).toBe(0o600)
})
