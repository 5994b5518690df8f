import type { DatabaseClient } from '../db/client.ts'
import type { AuditKeys } from './audit-macs.ts'
import type { Findings } from './check-rows.ts'
import { appendLeaves, type CompactTree, emptyTree, type Hash, rootOf } from './merkle.ts'
import { inBatches } from './read-trail.ts'
import { isSigned, type TreeHead } from './tree-head.ts'

type Reader = Pick<DatabaseClient, 'auditTreeHead'>

const batchHeads = 1000

/** The heads in the database, by size. Reports those that this instance did not sign. */
export async function* readStoredHeads(
  db: Reader,
  { verifying }: Pick<AuditKeys, 'verifying'>,
  findings: Findings,
): AsyncGenerator<TreeHead, undefined> {
  const batches = inBatches<TreeHead & { readonly signature: string }>((after) =>
    db.auditTreeHead.findMany({
      where: { size: { gt: after?.size ?? 0n } },
      orderBy: { size: 'asc' },
      take: batchHeads,
    }),
  )
  for await (const rows of batches) {
    for (const { signature, ...head } of rows) {
      if (isSigned(verifying, head, signature)) yield head
      else findings.add('head', undefined, `the tree head of ${head.size} rows was edited or inserted`)
    }
  }
  return undefined
}

/** A head from a file. `name`: the file's name, for messages. */
type KnownTreeHead = { readonly head: TreeHead; readonly name: string }

/**
 * Builds the tree from the stored leaves, and compares its root with each known head when it reaches the head's size. A
 * head with the same root covers the same leaves in the same order, so it is a prefix of the tree.
 *
 * @param known by size
 */
export function createHeadCheck(
  stored: AsyncGenerator<TreeHead, undefined>,
  known: readonly KnownTreeHead[],
  findings: Findings,
) {
  let compared = 0
  let tree: CompactTree = emptyTree
  let next: Promise<IteratorResult<TreeHead, undefined>> | undefined
  let lastGood = 0n
  let lastStored = 0n
  let isWrong = false

  async function peek(): Promise<TreeHead | undefined> {
    next ??= stored.next()
    return (await next).value
  }

  /** Reports only the first wrong head, because each later one is wrong too. */
  function compare(head: TreeHead, name: string): void {
    if (rootOf(tree) === head.root) lastGood = head.size
    else if (!isWrong) {
      isWrong = true
      const between = `the leaves ${lastGood} to ${head.size - 1n}`
      findings.add(
        'reordered',
        undefined,
        `${name} does not match the tree: ${between} were edited, removed or reordered`,
      )
    }
  }

  return {
    get tree() {
      return tree
    },
    async append(leaves: readonly Hash[]): Promise<void> {
      let rest = leaves
      while (rest.length > 0) {
        const head = await peek()
        const nextHeads = [head, known[compared]?.head].flatMap((one) => one ?? [])
        const room = Math.min(rest.length, ...nextHeads.map(({ size }) => Number(size) - tree.size))
        tree = appendLeaves(tree, rest.slice(0, room))
        rest = rest.slice(room)
        if (head?.size === BigInt(tree.size)) {
          compare(head, `the tree head of ${head.size} rows`)
          lastStored = head.size
          next = undefined
        }
        for (let one = known[compared]; one?.head.size === BigInt(tree.size); one = known[compared]) {
          compare(one.head, `the head of ${one.head.size} rows in ${one.name}`)
          compared += 1
        }
      }
    },
    /** Reports heads that cover more leaves than the tree has, and leaves after the last head. */
    async end(): Promise<void> {
      for (let head = await peek(); head; head = await peek()) {
        lastStored = head.size
        findings.add('truncated', undefined, `the tree has ${tree.size} leaves, but a head covers ${head.size}`)
        next = undefined
      }
      for (const { head, name } of known.slice(compared)) {
        const what = `the trail has ${tree.size} sealed rows, but ${name} covers ${head.size}`
        findings.add('truncated', undefined, `${what}: rows were removed at the end`)
      }
      if (BigInt(tree.size) > lastStored) {
        findings.add('head', undefined, `no signed tree head covers the leaves ${lastStored} to ${tree.size - 1}`)
      }
    },
  }
}
