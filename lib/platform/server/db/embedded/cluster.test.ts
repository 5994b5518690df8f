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
  expect(() => requireMajor(folder, '19')).toThrow(/PostgreSQL 18.*PostgreSQL 19: write a backup with the version/)
})
