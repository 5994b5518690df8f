import { createDrainRate } from '../../queue/drain-rate.ts'
import { createFairQueue, createTally } from '../../queue/fair-queue.ts'
import { mostOfOneKey } from '../../queue/fair-slots.ts'

type SlotsOptions = {
  /** Maximum number of concurrent containers. */
  readonly containers: number
  /** Memory of all containers together. A container that needs more runs alone. */
  readonly memoryMb: number
  /** Maximum number of executions that queue for a slot; further ones are rejected. */
  readonly maxQueued: number
  /** Monotonic milliseconds. */
  readonly now: () => number
}

/** Disposed once its container is gone. */
export type Slot = Disposable

export type Slots = ReturnType<typeof createSlots>

type Waiting = {
  readonly key: string
  readonly memoryMb: number
  settle(result: Slot | { readonly retryAfterMs: number }): void
}

/** Share of scripts, in addition to the slots of skills. */
const shareOfScripts = 1 / 2

/** Scripts that callers send have slots of their own, so that endless ones delay no skill. */
export function createSlotsByOrigin(options: SlotsOptions): { readonly skills: Slots; readonly scripts: Slots } {
  const containers = Math.max(1, Math.floor(options.containers * shareOfScripts))
  const memoryMb = Math.floor(options.memoryMb * shareOfScripts)
  return { skills: createSlots(options), scripts: createSlots({ ...options, containers, memoryMb }) }
}

/**
 * Slots for containers, limited by number and memory. An execution without a slot queues, and keys take turns. When the
 * queue is full, the newest execution of the key with the most queued executions is rejected with a time for the retry.
 */
export function createSlots(options: SlotsOptions) {
  const queue = createFairQueue<Waiting>()
  const drainRate = createDrainRate(options.now)
  const slotsOfOneKey = mostOfOneKey(options.containers)
  const held = createTally()
  let containers = 0
  let usedMb = 0
  /** The next execution, already taken from the queue. It waits until enough memory is free. */
  let next: Waiting | undefined

  const mayHaveMore = (key: string) => held.of(key) < slotsOfOneKey
  const fits = ({ memoryMb }: Waiting) => containers === 0 || usedMb + memoryMb <= options.memoryMb

  const grantNext = () => {
    while (containers < options.containers) {
      next ??= queue.next(mayHaveMore)
      if (!next || !fits(next)) return
      const { settle } = next
      const slot = take(next)
      next = undefined
      settle(slot)
    }
  }

  const take = ({ key, memoryMb }: Waiting): Slot => {
    containers += 1
    usedMb += memoryMb
    held.add(key, 1)
    const slot = new DisposableStack()
    slot.defer(() => {
      containers -= 1
      usedMb -= memoryMb
      held.add(key, -1)
      drainRate.ended(queue.size > 0)
      grantNext()
    })
    return slot
  }

  return {
    /** Returns a slot, or when to retry. Rejects with the signal's reason if the signal aborts first. */
    async acquire(key: string, memoryMb: number, signal: AbortSignal) {
      signal.throwIfAborted()
      const { promise, resolve, reject } = Promise.withResolvers<Slot | { readonly retryAfterMs: number }>()
      const waiting: Waiting = { key, memoryMb, settle: resolve }
      const leave = () => {
        queue.delete(key, waiting)
        if (next === waiting) next = undefined
        grantNext()
        reject(signal.reason)
      }
      queue.add(key, waiting)
      grantNext()
      const refused = queue.shed(options.maxQueued, key, waiting)
      refused?.settle({ retryAfterMs: drainRate.estimateMs(queue.size) })
      signal.addEventListener('abort', leave, { once: true })
      try {
        return await promise
      } finally {
        signal.removeEventListener('abort', leave)
      }
    },
  }
}
