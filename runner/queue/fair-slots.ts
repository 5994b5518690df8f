import { currentFairKey } from './fair-key.ts'
import { createFairQueue, createTally } from './fair-queue.ts'

type FairSlotsOptions = {
  /** The number of slots. */
  readonly width: number
  /** The maximum for one key. Absent: all of them. */
  readonly ofOneKey?: number
}

type FairSlots = {
  /** The number of callers that wait. */
  readonly waiting: number
  /** The number of callers with this key that wait. */
  waitingOf(key: string): number
  /** Whether a caller with this key gets a slot without a wait. */
  isFree(key?: string): boolean
  /** A slot that is free now. */
  takeFree(key?: string): Disposable | undefined
  /**
   * Waits for a slot, which is free again when the result is disposed. Keys take turns.
   *
   * @param key absent: the key of the current caller
   * @throws the signal's reason if `signal` aborts first
   */
  take(signal?: AbortSignal, key?: string): Promise<Disposable>
}

type Waiting = { readonly key: string; readonly go: (slot: Disposable) => void }

/** The maximum share of a shared resource for one key, so that work that takes long leaves room for others. */
export const shareOfOneKey = 3 / 4
export const mostOfOneKey = (width: number): number => Math.max(1, Math.floor(width * shareOfOneKey))

/** A semaphore whose callers queue by key: a caller waits for at most one turn of each other key. */
export function createFairSlots({ width, ofOneKey = width }: FairSlotsOptions): FairSlots {
  const queue = createFairQueue<Waiting>()
  const held = createTally()
  let free = width

  const mayHaveMore = (key: string) => held.of(key) < ofOneKey

  const slotOf = (key: string): Disposable => {
    free -= 1
    held.add(key, 1)
    const slot = new DisposableStack()
    slot.defer(() => {
      free += 1
      held.add(key, -1)
      pump()
    })
    return slot
  }

  const pump = () => {
    while (free > 0) {
      const next = queue.next(mayHaveMore)
      if (next === undefined) return
      next.go(slotOf(next.key))
    }
  }

  const isFree = (key = currentFairKey()) => free > 0 && mayHaveMore(key)

  return {
    get waiting() {
      return queue.size
    },
    waitingOf: queue.sizeOf,
    isFree,
    takeFree: (key = currentFairKey()) => (isFree(key) ? slotOf(key) : undefined),
    take(signal, key = currentFairKey()) {
      const { promise, resolve, reject } = Promise.withResolvers<Disposable>()
      if (signal?.aborted) {
        reject(signal.reason)
        return promise
      }
      const leave = () => {
        queue.delete(key, waiting)
        reject(signal?.reason)
      }
      const waiting: Waiting = {
        key,
        go: (slot) => {
          signal?.removeEventListener('abort', leave)
          resolve(slot)
        },
      }
      signal?.addEventListener('abort', leave, { once: true })
      queue.add(key, waiting)
      pump()
      return promise
    },
  }
}
