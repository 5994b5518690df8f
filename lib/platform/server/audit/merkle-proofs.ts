import { type Hash, nodeHash } from './merkle.ts'

/** Proofs of RFC 9162, sections 2.1.3 and 2.1.4. */

/** The root of the leaves from `from` to before `to`. */
export type RangeRoot = (from: number, to: number) => Promise<Hash>

/** The largest power of two below `n`. */
function splitOf(n: number): number {
  let half = 1
  while (half * 2 < n) half *= 2
  return half
}

/** The hashes that prove that the leaf at `place` is in the tree of the first `size` leaves. */
export async function proveInclusion(place: number, size: number, rangeRoot: RangeRoot): Promise<readonly Hash[]> {
  const path: Hash[] = []
  let [from, to] = [0, size]
  while (to - from > 1) {
    const middle = from + splitOf(to - from)
    const isLeft = place < middle
    path.unshift(await (isLeft ? rangeRoot(middle, to) : rangeRoot(from, middle)))
    if (isLeft) to = middle
    else from = middle
  }
  return path
}

/** The root that an inclusion proof leads to; undefined if the proof has the wrong length. */
export function rootByInclusion(leaf: Hash, place: number, size: number, path: readonly Hash[]): Hash | undefined {
  if (place < 0 || place >= size) return undefined
  let [at, last, root] = [place, size - 1, leaf]
  for (const sibling of path) {
    if (last === 0) return undefined
    if (at % 2 === 1 || at === last) {
      root = nodeHash(sibling, root)
      while (at % 2 === 0 && at !== 0) [at, last] = [at / 2, Math.floor(last / 2)]
    } else root = nodeHash(root, sibling)
    at = Math.floor(at / 2)
    last = Math.floor(last / 2)
  }
  return last === 0 ? root : undefined
}

/** The hashes that prove that the tree of the first `older` leaves is a prefix of the tree of the first `size`. */
export async function proveConsistency(older: number, size: number, rangeRoot: RangeRoot): Promise<readonly Hash[]> {
  const path: Hash[] = []
  let [from, to, isOlderRoot] = [0, size, true]
  while (older < to) {
    const middle = from + splitOf(to - from)
    if (older <= middle) {
      path.unshift(await rangeRoot(middle, to))
      to = middle
    } else {
      path.unshift(await rangeRoot(from, middle))
      from = middle
      isOlderRoot = false
    }
  }
  return isOlderRoot ? path : [await rangeRoot(from, to), ...path]
}

export type SizedRoot = { readonly size: number; readonly root: Hash }

/** Whether the proof shows that `older` is a prefix of `newer`. */
export function isConsistent(older: SizedRoot, newer: SizedRoot, proof: readonly Hash[]): boolean {
  if (older.size <= 0 || older.size > newer.size) return false
  if (older.size === newer.size) return proof.length === 0 && older.root === newer.root
  const isPowerOfTwo = Number.isInteger(Math.log2(older.size))
  const [first, ...rest] = isPowerOfTwo ? [older.root, ...proof] : proof
  if (first === undefined) return false
  let [at, last] = [older.size - 1, newer.size - 1]
  while (at % 2 === 1) [at, last] = [Math.floor(at / 2), Math.floor(last / 2)]
  let [olderRoot, newerRoot] = [first, first]
  for (const hash of rest) {
    if (last === 0) return false
    if (at % 2 === 1 || at === last) {
      olderRoot = nodeHash(hash, olderRoot)
      newerRoot = nodeHash(hash, newerRoot)
      while (at % 2 === 0 && at !== 0) [at, last] = [at / 2, Math.floor(last / 2)]
    } else newerRoot = nodeHash(newerRoot, hash)
    at = Math.floor(at / 2)
    last = Math.floor(last / 2)
  }
  return last === 0 && olderRoot === older.root && newerRoot === newer.root
}
