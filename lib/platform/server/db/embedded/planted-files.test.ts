import {
  chmodSync,
  chownSync,
  linkSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { needs } from '../../../../../scripts/testing/needs.ts'
import { secureDataFolder } from '../../files/secure-data-folder.ts'
import { findPlacement, makeHome, rememberPlacement } from './placement.ts'
import { tryProcessLock } from './process-lock.ts'

let root = ''
let dataDir = ''
let victim = ''
const home = (...names: string[]) => join(dataDir, 'postgres', ...names)

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'travel-planted-'))
  dataDir = join(root, 'data')
  victim = join(root, 'victim')
  mkdirSync(home(), { recursive: true })
  writeFileSync(victim, 'root only', { mode: 0o600 })
})
afterEach(() => rmSync(root, { recursive: true, force: true }))

test.each(['lock', 'server.log', 'users'])('refuses a link in place of %s', (name) => {
  symlinkSync(victim, home(name))
  expect(() => makeHome(dataDir)).toThrow('not a link: remove it')
})

test('does not lock through a link or create its target', () => {
  for (const target of [victim, join(root, 'new')]) {
    symlinkSync(target, home('lock'))
    expect(() => tryProcessLock(home('lock'))).toThrow('must be a file, not a link')
    rmSync(home('lock'))
  }
  expect(() => statSync(join(root, 'new'))).toThrow('ENOENT')
  linkSync(victim, home('lock'))
  expect(() => tryProcessLock(home('lock'))).toThrow('must be a file, not a link')
})

test('refuses a held lock to a second request in the same process', () => {
  const lock = tryProcessLock(home('lock'))
  expect(lock).toBeDefined()
  expect(tryProcessLock(home('lock'))).toBeUndefined()
  lock?.release()
  const again = tryProcessLock(home('lock'))
  expect(again).toBeDefined()
  again?.release()
})

test('refuses a link in place of the folder, and does not change the mode of its target', () => {
  rmSync(home(), { recursive: true })
  mkdirSync(join(root, 'elsewhere'))
  chmodSync(join(root, 'elsewhere'), 0o777)
  symlinkSync(join(root, 'elsewhere'), home())
  expect(() => secureDataFolder(dataDir, () => {})).toThrow('must be a folder, not a link')
  expect(() => makeHome(dataDir)).toThrow('must be a folder, not a link')
  expect(statSync(join(root, 'elsewhere')).mode & 0o777).toBe(0o777)
})

test('refuses a link in place of the database folder', () => {
  mkdirSync(join(root, 'elsewhere'))
  symlinkSync(join(root, 'elsewhere'), home('cluster'))
  expect(() => findPlacement(home(), join(root, 'outside'))).toThrow('must be a folder, not a link')
})

test('records a database outside the data folder without writing through a link', () => {
  symlinkSync(victim, home('place.json.new'))
  symlinkSync(victim, home('place.json'))
  const cluster = join(root, 'outside', 'cluster')
  rememberPlacement(home(), { cluster, account: undefined, log: home('server.log') })
  expect(readFileSync(victim, 'utf8')).toBe('root only')
  expect(JSON.parse(readFileSync(home('place.json'), 'utf8'))).toEqual({ cluster, home: home() })
  expect(readdirSync(home()).sort()).toEqual(['place.json', 'place.json.new'])
})

test("root gives a lock file that it creates to the folder's owner, but never the target of a link", needs.root, () => {
  chownSync(home(), 1234, 1234)
  tryProcessLock(home('lock'))?.release()
  expect(statSync(home('lock')).uid).toBe(1234)
  rmSync(home('lock'))
  symlinkSync(victim, home('lock'))
  expect(() => tryProcessLock(home('lock'))).toThrow()
  expect(statSync(victim).uid).toBe(0)
  expect(readFileSync(victim, 'utf8')).toBe('root only')
})

test("root starts no database from another user's placement file", needs.root, () => {
  for (const path of [dataDir, home()]) chownSync(path, 1234, 1234)
  const evil = join(root, 'evil')
  mkdirSync(evil)
  chownSync(evil, 1234, 1234)
  writeFileSync(home('place.json'), JSON.stringify({ cluster: evil }))
  chownSync(home('place.json'), 1234, 1234)
  expect(() => findPlacement(makeHome(dataDir), join(root, 'outside'))).toThrow('belongs to another user (id 1234)')
  chownSync(home('place.json'), 0, 0)
  expect(findPlacement(home(), join(root, 'outside')).cluster).toBe(evil)
})

test('root refuses a database folder that belongs to neither root nor the owner of the data folder', needs.root, () => {
  chownSync(home(), 1234, 1234)
  expect(() => secureDataFolder(dataDir, () => {})).toThrow('belongs to another user (id 1234)')
  expect(() => makeHome(dataDir)).toThrow('belongs to another user (id 1234)')
})
