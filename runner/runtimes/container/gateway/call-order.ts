/** How far a call's number may be ahead of the next expected number. */
const maxAhead = 64

export type CallOrder = {
  /**
   * Resolves when all calls with lower numbers have had their turn. False: the number was already used, or is too far
   * ahead. The caller's code up to its next `await` runs before any later call.
   */
  turn(seq: number): Promise<boolean>
}

/** Lets numbered calls proceed in the order of their numbers, from 0, across all connections. */
export function createCallOrder(): CallOrder {
  const waiting = new Map<number, () => void>()
  let next = 0
  return {
    async turn(seq) {
      if (seq < next || seq >= next + maxAhead || waiting.has(seq)) return false
      if (seq > next) await new Promise<void>((resolve) => waiting.set(seq, resolve))
      waiting.delete(seq)
      next += 1
      const following = waiting.get(next)
      // The following call is released only after this call has continued.
      if (following) queueMicrotask(() => queueMicrotask(following))
      return true
    },
  }
}
