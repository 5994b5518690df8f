import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { disownServerRecord, pidFileOf, readServerRecord } from './server-process.ts'

let cluster = ''
beforeEach(async () => {
  cluster = await mkdtemp(join(tmpdir(), 'travel-cluster-'))
})
afterEach(() => rm(cluster, { recursive: true, force: true }))

test('a dead server loses its process id, and keeps the rest of its record', async () => {
  await writeFile(pidFileOf(cluster), '4711\n/data\n1\n5432\n/run\n')
  disownServerRecord(cluster)
  expect(await readFile(pidFileOf(cluster), 'utf8')).toMatch(/^(?!4711)\d+\n\/data\n1\n5432\n\/run\n$/)
})

test('a server that stops and removes its own record meanwhile needs nothing more', () => {
  expect(readServerRecord(cluster)).toBeUndefined()
  expect(() => disownServerRecord(cluster)).not.toThrow()
})
