import { currentFairKey, withFairKey } from '#runner/queue/fair-key.ts'
import { createFairQueue } from '#runner/queue/fair-queue.ts'

type Waiting<Item, Value> = {
  readonly item: Item
  readonly resolve: (value: Value) => void
  readonly reject: (cause: unknown) => void
}

type BatchOptions = {
  /** The largest batch. */
  readonly most?: number | undefined
  /** The maximum of concurrent batches. */
  readonly atOnce: number
  /** How long a batch collects items. Absent: the callers of one turn of the event loop share a batch. */
  readonly gatherMs?: number | undefined
}

/**
 * Handles items of concurrent callers together. While a batch is handled, later items collect for the next one. A single
 * caller is not delayed. When more items wait than fit into a batch, callers take turns by the key of their limits.
 */
function createBatches<Item, Value>(
  { most = 128, atOnce, gatherMs }: BatchOptions,
  handle: (batch: readonly Waiting<Item, Value>[]) => Promise<void>,
): (item: Item) => Promise<Value> {
  const queue = createFairQueue<Waiting<Item, Value>>()
  let running = 0

  function next(): void {
    while (running < atOnce && queue.size > 0) {
      running += 1
      // A batch belongs to the app, not to the caller that happened to be first.
      void withFairKey('', () => handle(queue.take(most))).finally(() => {
        running -= 1
        next()
      })
    }
  }

  return (item) => {
    const { promise, resolve, reject } = Promise.withResolvers<Value>()
    queue.add(currentFairKey(), { item, resolve, reject })
    if (queue.size === 1) {
      if (gatherMs === undefined) setImmediate(next)
      else setTimeout(next, gatherMs)
    }
    return promise
  }
}

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

/**
 * Writes items in batches, one at a time: each batch costs the same, so two concurrent smaller ones would cost more.
 * Resolves when the item is durable.
 */
export function createGroupCommit<Item>({ write, most }: GroupCommitOptions<Item>): (item: Item) => Promise<void> {
  async function writeBatch(batch: readonly Waiting<Item, void>[]): Promise<void> {
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
  return createBatches<Item, void>({ most, atOnce: 1 }, writeBatch)
}

/**
 * Reads keys in batches, two at a time.
 *
 * @param load reads the values of these keys; a key without a value is absent. A load starts after every call that the
 *   load answers.
 * @param gatherMs how long a batch collects keys. Absent: the callers of one turn of the event loop share a batch.
 */
export const createGroupRead = <Key, Value>(
  load: (keys: readonly Key[]) => Promise<ReadonlyMap<Key, Value>>,
  gatherMs?: number,
): ((key: Key) => Promise<Value | undefined>) =>
  createBatches<Key, Value | undefined>({ atOnce: 2, gatherMs }, async (batch) => {
    try {
      const values = await load([...new Set(batch.map(({ item }) => item))])
      for (const { item, resolve } of batch) resolve(values.get(item))
    } catch (cause) {
      for (const { reject } of batch) reject(cause)
    }
  })
