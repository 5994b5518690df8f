import { createHash } from 'node:crypto'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { appendLeaves, type CompactTree, emptyRoot, emptyTree, type Hash, isWhole, leafHash, rootOf } from './merkle.ts'

/** RFC 9162, section 2.1.1, word for word: independent of the code under test. */
function naiveRoot(leaves: readonly Hash[]): Hash {
  const sha = (...parts: Uint8Array[]) => createHash('sha256').update(Buffer.concat(parts)).digest('hex')
  if (leaves.length === 0) return sha()
  const [only = ''] = leaves
  if (leaves.length === 1) return only
  let half = 1
  while (half * 2 < leaves.length) half *= 2
  const [left, right] = [naiveRoot(leaves.slice(0, half)), naiveRoot(leaves.slice(half))]
  return sha(Buffer.of(1), Buffer.from(left, 'hex'), Buffer.from(right, 'hex'))
}

const leavesOf = (count: number) => Array.from({ length: count }, (_, n) => leafHash(Buffer.from(`row ${n}`)))
const most = 70
const all = leavesOf(most)

it('hashes leaves and the empty tree as RFC 9162 does', () => {
  expect(emptyRoot).toBe('e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855')
  // The leaf hash of the empty entry, as Certificate Transparency publishes it.
  expect(leafHash(Buffer.of())).toBe('6e340b9cffb37a989ca544e6bb780a2c78901d3fb33738768511a30617afa01d')
})

it('computes the root that RFC 9162 defines at each size, however the leaves are split into appends', () => {
  fc.assert(
    fc.property(fc.array(fc.nat({ max: 9 }), { maxLength: 14 }), (parts) => {
      let tree: CompactTree = emptyTree
      for (const part of parts) {
        tree = appendLeaves(tree, all.slice(tree.size, Math.min(most, tree.size + part)))
        expect(rootOf(tree)).toBe(naiveRoot(all.slice(0, tree.size)))
        expect(isWhole(tree)).toBe(true)
        expect(isWhole({ ...tree, size: tree.size * 2 + 1 })).toBe(false)
      }
    }),
  )
})
