import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { requireMajor } from './cluster.ts'

let folder = ''
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'travel-cluster-'))
})
afterEach(() => rmSync(folder, { recursive: true }))

test('a database of another major version of PostgreSQL is refused, with both versions and the way', () => {
  expect(() => requireMajor(folder, '18')).not.toThrow()
  writeFileSync(join(folder, 'PG_VERSION'), '18\n')
  expect(() => requireMajor(folder, '18')).not.toThrow()
  expect(() => requireMajor(folder, '19')).toThrow(/PostgreSQL 18.*PostgreSQL 19: start the app, which moves it/)
  expect(() => requireMajor(folder, '17')).toThrow(/PostgreSQL 18.*PostgreSQL 17: use the version of travel.aw that/)
  writeFileSync(join(folder, 'PG_VERSION'), '../../../tmp\n')
  expect(() => requireMajor(folder, '18')).toThrow(/does not name a version of PostgreSQL/)
})
