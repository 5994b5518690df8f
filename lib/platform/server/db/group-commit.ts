import { currentFairKey, withFairKey } from '#runner/queue/fair-key.ts'
import { createFairQueue } from '#runner/queue/fair-queue.ts'

/**
 * Writes items of concurrent callers together. While a batch is being written, later items collect for the next one. A
 * single caller is not delayed, and many callers share one transaction. When more items wait than fit into a
 * batch, callers of different keys take turns. Resolves when the item is durable.
 */
type GroupCommit<Item> = (item: Item) => Promise<void>

type GroupCommitOptions<Item> = {
  /**
   * Writes a batch in one transaction. Resolves with the refused items and the reason for each.
   *
   * @throws if nothing was written; the items are then written one by one, so that a bad item fails alone
   */
  readonly write: (items: readonly Item[]) => Promise<ReadonlyMap<Item, Error>>
  /** The largest batch. */
  readonly most?: number
}

type Waiting<Item> = {
  readonly item: Item
  readonly resolve: () => void
  readonly reject: (cause: unknown) => void
}

export function createGroupCommit<Item>({ write, most = 128 }: GroupCommitOptions<Item>): GroupCommit<Item> {
  const queue = createFairQueue<Waiting<Item>>()
  let isWriting = false

  async function writeBatch(batch: readonly Waiting<Item>[]): Promise<void> {
    try {
      const refused = await write(batch.map(({ item }) => item))
      for (const { item, resolve, reject } of batch) {
        const reason = refused.get(item)
        if (reason === undefined) resolve()
        else reject(reason)
      }
    } catch (cause) {
      const [only] = batch
      if (batch.length === 1) only?.reject(cause)
      else await Promise.all(batch.map((one) => writeBatch([one])))
    }
  }

  /** Writes one batch at a time: each batch costs the same, so two concurrent smaller ones would cost more. */
  function writeNext(): void {
    if (isWriting || queue.size === 0) return
    isWriting = true
    // A batch belongs to the app, not to the caller that happened to be first.
    void withFairKey('', () => writeBatch(queue.take(most))).finally(() => {
      isWriting = false
      writeNext()
    })
  }

  return (item) => {
    const { promise, resolve, reject } = Promise.withResolvers<void>()
    queue.add(currentFairKey(), { item, resolve, reject })
    // The callers of this turn of the event loop share a batch.
    if (queue.size === 1) setImmediate(writeNext)
    return promise
  }
}
