import { currentFairKey, withFairKey } from '#runner/queue/fair-key.ts'
import { createFairQueue } from '#runner/queue/fair-queue.ts'

/**
 * Reads the keys of concurrent callers in batches. While they are read, later keys collect for the next batch. When more
 * callers wait than fit into a batch, they take turns by the key of their limits.
 */
type GroupRead<Key, Value> = (key: Key) => Promise<Value | undefined>

/** The largest batch, and the maximum of concurrent batches. */
const [most, atOnce] = [128, 2]

type Waiting<Key, Value> = {
  readonly key: Key
  readonly resolve: (value: Value | undefined) => void
  readonly reject: (cause: unknown) => void
}

/**
 * @param load reads the values of these keys; a key without a value is absent. A load starts after every call that the
 *   load answers.
 * @param gatherMs how long a batch collects keys. Absent: the callers of one turn of the event loop share a batch.
 */
export function createGroupRead<Key, Value>(
  load: (keys: readonly Key[]) => Promise<ReadonlyMap<Key, Value>>,
  gatherMs?: number,
): GroupRead<Key, Value> {
  const queue = createFairQueue<Waiting<Key, Value>>()
  let running = 0

  async function readBatch(batch: readonly Waiting<Key, Value>[]): Promise<void> {
    try {
      const values = await load([...new Set(batch.map(({ key }) => key))])
      for (const { key, resolve } of batch) resolve(values.get(key))
    } catch (cause) {
      for (const { reject } of batch) reject(cause)
    }
  }

  function readNext(): void {
    while (running < atOnce && queue.size > 0) {
      running += 1
      // A batch belongs to the app, not to the caller that happened to be first.
      void withFairKey('', () => readBatch(queue.take(most))).finally(() => {
        running -= 1
        readNext()
      })
    }
  }

  return (key) => {
    const { promise, resolve, reject } = Promise.withResolvers<Value | undefined>()
    queue.add(currentFairKey(), { key, resolve, reject })
    if (queue.size === 1) {
      if (gatherMs === undefined) setImmediate(readNext)
      else setTimeout(readNext, gatherMs)
    }
    return promise
  }
}
