import { chmodSync, chownSync, mkdirSync, mkdtempSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { isRoot, needs } from '../../../../scripts/testing/needs.ts'
import { openEnvFile, secureDataFolder } from './secure-data-folder.ts'

/** The mode of a private folder. Root lets the database server's user traverse it. */
const closed = isRoot ? 0o711 : 0o700
const modeOf = (path: string) => statSync(path).mode & 0o7777
let root = ''
let dataDir = ''
let said: string[] = []
const secure = () => secureDataFolder(dataDir, (sentence) => said.push(sentence))

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'travel-data-'))
  dataDir = join(root, 'data')
  said = []
})
afterEach(() => rmSync(root, { recursive: true, force: true }))

const make = (mode: number, ...names: string[]) => {
  mkdirSync(dataDir)
  for (const name of names) mkdirSync(join(dataDir, name), { mode: 0o700 })
  chmodSync(dataDir, mode)
}

test('creates a private folder, and does not change a folder that others cannot write to', () => {
  secure()
  expect(modeOf(dataDir)).toBe(closed)
  chmodSync(dataDir, 0o755)
  secure()
  expect(modeOf(dataDir)).toBe(0o755)
  expect(said).toEqual([])
})

test('a folder that cannot be created ends with the reason and the setting, below /proc and at a link to nothing', () => {
  symlinkSync(join(root, 'nothing', 'data'), join(root, 'link'))
  for (const odd of ['/proc/travel-data', join(root, 'link'), join(root, 'link', 'data')]) {
    expect(() => secureDataFolder(odd, () => {}), odd).toThrow(
      /cannot be created \(.+\): set TRAVEL_DATA_DIR to a folder that you can write to\.$/,
    )
  }
})

test.each(['777', '775', '757', '722'])(
  'revokes the access of others to an existing folder with mode %s, and reports it',
  (mode) => {
    make(Number.parseInt(mode, 8), 'secrets', 'postgres', 'call-log', 'skill-files')
    secure()
    expect(modeOf(dataDir)).toBe(closed)
    expect(said).toEqual([
      `Other users could write to the data folder ${dataDir} (mode 0${mode}): it is now closed to them.`,
    ])
  },
)

test('rejects a writable folder that contains foreign files or has the sticky bit, and changes nothing', () => {
  make(0o777, 'secrets', 'photos')
  expect(secure).toThrow(`run chmod go-w ${dataDir}`)
  expect(modeOf(dataDir)).toBe(0o777)
  rmSync(dataDir, { recursive: true })
  make(0o1777)
  expect(secure).toThrow('Other users can write to the data folder')
  expect(modeOf(dataDir)).toBe(0o1777)
})

test.each(['audit', 'cache', 'container-ca', 'releases', 'run', 'secrets'])(
  'revokes the access of others to the folder %s in the data folder',
  (name) => {
    make(0o700, name)
    chmodSync(join(dataDir, name), 0o777)
    secure()
    expect(modeOf(join(dataDir, name))).toBe(0o700)
    expect(said.join()).toContain(`${join(dataDir, name)} was open to other users (mode 0777)`)
  },
)

test('revokes write access of others to the database folder, but lets the server traverse it', () => {
  make(0o700, 'postgres')
  chmodSync(join(dataDir, 'postgres'), 0o777)
  secure()
  expect(modeOf(join(dataDir, 'postgres'))).toBe(0o755)
  expect(said.join()).toContain('was writable by other users (mode 0777)')
})

test('rejects a link in place of a folder with keys', () => {
  make(0o700, 'postgres')
  mkdirSync(join(root, 'elsewhere'))
  symlinkSync(join(root, 'elsewhere'), join(dataDir, 'secrets'))
  expect(secure).toThrow('should be a folder but is something else: remove it.')
})

test('refuses key folders that another user created in an open data folder', needs.root, () => {
  make(0o777, 'secrets')
  chownSync(join(dataDir, 'secrets'), 1234, 1234)
  expect(secure).toThrow('belongs to another user (id 1234)')
})

test('lets root start in the data folder of another user', needs.root, () => {
  make(0o700, 'secrets')
  for (const path of [dataDir, join(dataDir, 'secrets')]) chownSync(path, 1234, 1234)
  secure()
  expect(said).toEqual([])
})

test('warns when others can access the settings file', () => {
  expect(openEnvFile(root)).toBeUndefined()
  const path = join(root, '.env')
  writeFileSync(path, 'TRAVEL_SESSION_KEY=')
  chmodSync(path, 0o600)
  expect(openEnvFile(root)).toBeUndefined()
  chmodSync(path, 0o644)
  expect(openEnvFile(root)).toBe(
    `Other users can access ${path} (mode 0644), which may hold keys and passwords: run chmod 600 ${path}.`,
  )
})
