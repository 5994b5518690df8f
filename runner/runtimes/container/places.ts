import { createDrainRate } from '../quickjs/pool/drain-rate.ts'
import { createFairQueue } from '../quickjs/pool/fair-queue.ts'

export type PlacesOptions = {
  /** Containers at once. */
  readonly containers: number
  /** What all of them together may use. One that asks for more runs alone. */
  readonly memoryMb: number
  /** Executions that wait for a place. What comes on top is refused. */
  readonly maxQueued: number
  /** Monotonic milliseconds. */
  readonly now: () => number
}

/** Disposed once its container is gone. */
export type Place = Disposable

export type Places = {
  /** A place, or when it is worth asking again. Rejects with the signal's reason when that aborts first. */
  enter(key: string, memoryMb: number, signal: AbortSignal): Promise<Place | { readonly retryAfterMs: number }>
}

type Waiting = {
  readonly key: string
  readonly memoryMb: number
  settle(result: Place | { readonly retryAfterMs: number }): void
}

/** The share of all places that one key may have: whoever waits for a slow host leaves room for others. */
const shareOfOneKey = 3 / 4

/**
 * Places for containers, bounded in number and memory. Who finds none waits, and the keys take turns; who finds no room
 * there, or has most of it when somebody else comes, is told when to come back.
 */
export function createPlaces(options: PlacesOptions): Places {
  const queue = createFairQueue<Waiting>()
  const drainRate = createDrainRate(options.now)
  const placesOfOneKey = Math.max(1, Math.floor(options.containers * shareOfOneKey))
  const held = new Map<string, number>()
  let containers = 0
  let usedMb = 0
  /** Whose turn it is, and for whom there is not memory enough yet. */
  let next: Waiting | undefined

  const mayHaveMore = (key: string) => (held.get(key) ?? 0) < placesOfOneKey
  const fits = ({ memoryMb }: Waiting) => containers === 0 || usedMb + memoryMb <= options.memoryMb

  const letIn = () => {
    while (containers < options.containers) {
      next ??= queue.next(mayHaveMore)
      if (!next || !fits(next)) return
      const { settle } = next
      const place = take(next)
      next = undefined
      settle(place)
    }
  }

  const take = ({ key, memoryMb }: Waiting): Place => {
    containers += 1
    usedMb += memoryMb
    held.set(key, (held.get(key) ?? 0) + 1)
    let isHeld = true
    return {
      [Symbol.dispose]() {
        if (!isHeld) return
        isHeld = false
        containers -= 1
        usedMb -= memoryMb
        const left = (held.get(key) ?? 0) - 1
        if (left > 0) held.set(key, left)
        else held.delete(key)
        drainRate.ended(queue.size > 0)
        letIn()
      },
    }
  }

  return {
    async enter(key, memoryMb, signal) {
      signal.throwIfAborted()
      const { promise, resolve, reject } = Promise.withResolvers<Place | { readonly retryAfterMs: number }>()
      const waiting: Waiting = { key, memoryMb, settle: resolve }
      const leave = () => {
        queue.delete(key, waiting)
        if (next === waiting) next = undefined
        letIn()
        reject(signal.reason)
      }
      queue.add(key, waiting)
      letIn()
      if (queue.size > options.maxQueued) {
        queue.delete(key, waiting)
        const displaced = queue.makeRoom(key)
        if (displaced) queue.add(key, waiting)
        const refused = displaced ?? waiting
        refused.settle({ retryAfterMs: drainRate.estimateMs(queue.size) })
      }
      signal.addEventListener('abort', leave, { once: true })
      try {
        return await promise
      } finally {
        signal.removeEventListener('abort', leave)
      }
    },
  }
}
