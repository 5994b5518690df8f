import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync, writeSync } from 'node:fs'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it, test } from 'vitest'
import { boundServerLog, disownServerRecord, openServerLog, pidFileOf, readServerRecord } from './server-process.ts'

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

function openFolder() {
  const dataDir = mkdtempSync(join(tmpdir(), 'travel-server-log-'))
  mkdirSync(join(dataDir, 'postgres'))
  const path = join(dataDir, 'postgres', 'server.log')
  return { dataDir, path, [Symbol.dispose]: () => rmSync(dataDir, { recursive: true }) }
}

it('cuts a long log to its last whole lines, and a server that has it open goes on below them', () => {
  using folder = openFolder()
  boundServerLog(folder.dataDir)
  const server = openServerLog(folder.path)
  const lines = Array.from({ length: 12 * 1024 }, (_, n) => `${n} ${'x'.repeat(1018)}`.slice(0, 1023))
  writeSync(server, `${lines.slice(0, 9000).join('\n')}\n`)
  const short = readFileSync(folder.path, 'utf8')
  boundServerLog(folder.dataDir)
  expect(readFileSync(folder.path, 'utf8')).toBe(short)
  writeSync(server, `${lines.slice(9000).join('\n')}\n`)
  boundServerLog(folder.dataDir)
  writeSync(server, 'next\n')
  const left = readFileSync(folder.path, 'utf8').split('\n')
  expect(left).toEqual([...lines.slice(-left.length + 2), 'next', ''])
  expect(left.length).toBe(1025)
})

it('does not follow a link in place of the log', () => {
  using folder = openFolder()
  const victim = join(folder.dataDir, 'victim')
  writeFileSync(victim, 'x'.repeat(11 * 1024 * 1024))
  symlinkSync(victim, folder.path)
  expect(() => boundServerLog(folder.dataDir)).toThrow('ELOOP')
  expect(readFileSync(victim).length).toBe(11 * 1024 * 1024)
})
