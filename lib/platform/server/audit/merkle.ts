import { hash } from 'node:crypto'

/** The Merkle tree of RFC 9162, section 2.1, with SHA-256. Hashes are hex. */

export type Hash = string

const leafPrefix = Buffer.of(0)
const nodePrefix = Buffer.of(1)
const noBytes = Buffer.alloc(0)

/** The root of the empty tree. */
export const emptyRoot: Hash = hash('sha256', noBytes, 'hex')

export const leafHash = (content: Uint8Array): Hash => hash('sha256', Buffer.concat([leafPrefix, content]), 'hex')

const nodeHash = (left: Hash, right: Hash): Hash =>
  hash('sha256', Buffer.concat([nodePrefix, Buffer.from(left, 'hex'), Buffer.from(right, 'hex')]), 'hex')

/**
 * A tree that only grows: its size and the roots of its complete subtrees, the largest first. There is one subtree for
 * each bit of the size, so that appending a leaf and computing the root take O(log n).
 */
export type CompactTree = { readonly size: number; readonly frontier: readonly Hash[] }

export const emptyTree: CompactTree = { size: 0, frontier: [] }

export function appendLeaves({ size, frontier }: CompactTree, leaves: readonly Hash[]): CompactTree {
  const roots = [...frontier]
  let count = size
  for (const leaf of leaves) {
    let root = leaf
    // Each trailing 1 bit of the size stands for a complete subtree, which the new leaf joins into a larger one.
    for (let rest = count; rest % 2 === 1; rest = Math.floor(rest / 2)) root = nodeHash(roots.pop() ?? '', root)
    roots.push(root)
    count += 1
  }
  return { size: count, frontier: roots }
}

export function rootOf({ frontier }: Pick<CompactTree, 'frontier'>): Hash {
  const root = frontier.toReversed().reduce<Hash | undefined>((right, left) => {
    return right === undefined ? left : nodeHash(left, right)
  }, undefined)
  return root ?? emptyRoot
}

/** Whether a tree of this size has this number of complete subtrees. */
export const isWhole = ({ size, frontier }: CompactTree): boolean =>
  size.toString(2).replaceAll('0', '').length === frontier.length
