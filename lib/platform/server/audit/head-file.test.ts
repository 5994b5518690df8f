import { mkdtemp, rm, truncate, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { auditKeysOf } from './audit-keys.ts'
import { createHeadCheck } from './check-heads.ts'
import { createFindings } from './findings.ts'
import { readHeads } from './head-file.ts'
import { appendLeaves, emptyTree, leafHash, rootOf } from './merkle.ts'
import { exportedHead, signHead, type TreeHead } from './tree-head.ts'

const testKeys = auditKeysOf({ encryptionKey: new Uint8Array(32).fill(5) })
let folder = ''
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'travel-heads-'))
})
afterAll(() => rm(folder, { recursive: true, force: true }))

const headOf = (size: number): TreeHead => ({
  size: BigInt(size),
  root: 'ab'.repeat(32),
  at: new Date(1_700_000_000_000 + size),
})
const signed = (size: number) => exportedHead(testKeys, headOf(size), signHead(testKeys.signing, headOf(size)))

test('reads the heads of an export that is larger than the longest string', async () => {
  const path = join(folder, 'export.jsonl')
  await writeFile(path, `${JSON.stringify(signed(1))}\r\n\n${JSON.stringify(signed(2))}\n`)
  // The rest is a hole, which takes no space on the disk.
  await truncate(path, 513 * 1024 * 1024)
  expect(await readHeads(testKeys, path)).toEqual([
    { kind: 'tree', head: headOf(1) },
    { kind: 'tree', head: headOf(2) },
    { kind: 'changed', line: 4 },
  ])
})

test('reads every head of an export, and a single head in several lines', async () => {
  const path = join(folder, 'many.jsonl')
  const lines = Array.from({ length: 500 }, (_, at) => `${JSON.stringify(signed(at + 1))}\n`)
  await writeFile(path, lines.join(''))
  const heads = await readHeads(testKeys, path)
  expect(heads).toEqual(lines.map((_, at) => ({ kind: 'tree', head: headOf(at + 1) })))
  await writeFile(path, JSON.stringify(signed(7), null, 2))
  expect(await readHeads(testKeys, path)).toEqual([{ kind: 'tree', head: headOf(7) }])
  await writeFile(path, '\n')
  expect(await readHeads(testKeys, path)).toEqual([{ kind: 'changed' }])
})

test('compares every head of an export with the trail', async () => {
  const leaf = leafHash(Buffer.from('a row'))
  const root = rootOf(appendLeaves(emptyTree, [leaf]))
  const good = { head: { ...headOf(1), root }, name: 'heads.jsonl' }
  const known = [...Array.from({ length: 1000 }, () => good), { head: headOf(1), name: 'last.jsonl' }]
  const findings = createFindings()
  async function* stored() {
    yield { ...headOf(1), root }
  }
  const check = createHeadCheck(stored(), known, findings)
  await check.append([leaf])
  await check.end()
  expect(findings.list).toEqual([expect.objectContaining({ sentence: expect.stringContaining('last.jsonl') })])
})
