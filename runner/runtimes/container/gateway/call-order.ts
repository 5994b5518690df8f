/** How far ahead of the next number a call may be. */
const mostAhead = 64

export type CallOrder = {
  /**
   * Resolves when all calls with lower numbers have had their turn. False: the number was used, or is too far ahead.
   * What follows up to the next `await` comes before any later call.
   */
  turn(seq: number): Promise<boolean>
}

/** Lets numbered calls through in the order of their numbers, from 0, whichever connection they came by. */
export function createCallOrder(): CallOrder {
  const waiting = new Map<number, () => void>()
  let next = 0
  return {
    async turn(seq) {
      if (seq < next || seq >= next + mostAhead || waiting.has(seq)) return false
      if (seq > next) await new Promise<void>((resolve) => waiting.set(seq, resolve))
      waiting.delete(seq)
      next += 1
      const following = waiting.get(next)
      // After this one has gone on: it was first.
      if (following) queueMicrotask(() => queueMicrotask(following))
      return true
    },
  }
}
