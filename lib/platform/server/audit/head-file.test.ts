import { mkdtemp, rm, truncate, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { auditKeysOf } from './audit-macs.ts'
import { createHeadCheck } from './check-heads.ts'
import { createFindings } from './check-rows.ts'
import { readHeads } from './head-file.ts'
import { appendLeaves, emptyTree, leafHash, rootOf } from './merkle.ts'
import { inBatches } from './read-trail.ts'
import { exportedHead, isSigned, signHead, type TreeHead } from './tree-head.ts'

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
  // Blanks of any length end no export, and a head that is not signed for its size is none.
  await writeFile(path, `${lines[0]}${'\n'.repeat(70_000)}${lines[1]}`)
  expect(await readHeads(testKeys, path)).toEqual([1, 2].map((size) => ({ kind: 'tree', head: headOf(size) })))
  await writeFile(path, `no head\n${lines[0]?.replace('"size":"1"', '"size":"2"')}`)
  expect(await readHeads(testKeys, path)).toEqual([1, 2].map((line) => ({ kind: 'changed', line })))
})

/** A tree of so many leaves, cut into appends, beside stored heads and heads of a file, of which some may be wrong. */
const trails = fc.record({
  leaves: fc.nat({ max: 12 }),
  parts: fc.array(fc.integer({ min: 1, max: 5 }), { maxLength: 12 }),
  stored: fc.uniqueArray(fc.integer({ min: 1, max: 14 }), { maxLength: 5 }),
  known: fc.array(fc.integer({ min: 1, max: 14 }), { maxLength: 5 }),
  wrong: fc.uniqueArray(fc.nat({ max: 9 }), { maxLength: 3 }),
})

test('finds the first wrong head, each head of removed leaves, and leaves without a head', async () => {
  await fc.assert(
    fc.asyncProperty(trails, async ({ leaves, parts, wrong, ...sizes }) => {
      const all = Array.from({ length: leaves }, (_, at) => leafHash(Buffer.from(`row ${at}`)))
      const [stored = [], known = []] = [sizes.stored, sizes.known].map((some) => some.toSorted((a, b) => a - b))
      let made = 0
      const isWrong = () => wrong.includes(made++)
      const rooted = (size: number) => {
        const right = rootOf(appendLeaves(emptyTree, all.slice(0, size)))
        return { ...headOf(size), root: isWrong() ? 'ab'.repeat(32) : right }
      }
      const heads = { stored: stored.map(rooted), known: known.map((size) => ({ head: rooted(size), name: 'heads' })) }
      const findings = createFindings()
      const check = createHeadCheck(each(heads.stored), heads.known, findings)
      const rest = [...all]
      for (const part of [...parts, leaves]) await check.append(rest.splice(0, part))
      await check.end()
      expect(check.tree).toEqual(appendLeaves(emptyTree, all))

      const named = [
        ...stored.map((size, at) => ({ size, isWrong: wrong.includes(at), name: `the tree head of ${size} rows` })),
        ...known.map((size, at) => ({
          ...{ size, isWrong: wrong.includes(at + stored.length) },
          name: `the head of ${size} rows in heads`,
        })),
      ].toSorted((a, b) => a.size - b.size)
      const bad = named.find((one) => one.isWrong && one.size <= leaves)
      const before = named.filter(
        (one) => one.size <= leaves && !one.isWrong && named.indexOf(one) < named.indexOf(bad ?? one),
      )
      const lastStored = stored.at(-1) ?? 0
      expect(findings.list.map(({ sentence }) => sentence)).toEqual([
        ...(bad
          ? [
              `${bad.name} does not match the tree: the leaves ${before.at(-1)?.size ?? 0} to ${bad.size - 1} were edited, removed or reordered`,
            ]
          : []),
        ...stored
          .filter((size) => size > leaves)
          .map((size) => `the tree has ${leaves} leaves, but a head covers ${size}`),
        ...known
          .filter((size) => size > leaves)
          .map((size) => `the trail has ${leaves} sealed rows, but heads covers ${size}: rows were removed at the end`),
        ...(leaves > lastStored ? [`no signed tree head covers the leaves ${lastStored} to ${leaves - 1}`] : []),
      ])
    }),
  )
})

async function* each(heads: readonly TreeHead[]): AsyncGenerator<TreeHead, undefined> {
  yield* heads
  return undefined
}

test('a head counts only with the signature of this instance, byte for byte, and with a time', () => {
  const { signing, verifying } = testKeys
  const signature = signHead(signing, headOf(1))
  expect(isSigned(verifying, headOf(1), signature)).toBe(true)
  expect(isSigned(verifying, headOf(2), signature)).toBe(false)
  expect(isSigned(verifying, headOf(1), `${signature} `)).toBe(false)
  expect(isSigned(verifying, { ...headOf(1), at: new Date(Number.NaN) }, signature)).toBe(false)
})

test('reads again and again from the last row on, until there are no more rows', async () => {
  const rows = [1, 2, 3, 4, 5, 6]
  const asked: (number | undefined)[] = []
  const read = async (after: number | undefined) => {
    asked.push(after)
    return asked.length > 9 ? [] : rows.filter((row) => row > (after ?? 0)).slice(0, 3)
  }
  const batches: (readonly number[])[] = []
  for await (const batch of inBatches(read)) batches.push(batch)
  expect(batches).toEqual([
    [1, 2, 3],
    [4, 5, 6],
  ])
  expect(asked).toEqual([undefined, 3, 6])
})
