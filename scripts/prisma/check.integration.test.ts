import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { schemaPath } from './schema-engine.ts'

const folder = mkdtempSync(join(tmpdir(), 'travel-schema-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const check = (schema: string) => {
  const path = join(folder, 'schema.prisma')
  writeFileSync(path, schema)
  return spawnSync(process.execPath, [join(import.meta.dirname, 'check.ts'), path], { encoding: 'utf8' })
}

// `npm test` itself checks that the schema of the project passes.
it('fails on a column without a migration and names it', () => {
  const { status, stderr } = check(
    readFileSync(schemaPath, 'utf8').replace('userAgent ', 'battery String?\n  userAgent '),
  )
  expect([status, stderr]).toEqual([1, expect.stringContaining('battery')])
})

it('fails on an unreadable schema', () => {
  expect(check('model {').status).not.toBe(0)
})
