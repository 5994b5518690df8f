/**
 * A semaphore for `width` callers, in order of arrival. `using slot = await enter()` releases the slot at the end of
 * the scope.
 */
export function createSemaphore(width: number): () => Promise<Disposable> {
  const waiting: Array<() => void> = []
  let free = width
  /** Passes the slot to the next caller in the queue, so that a new caller cannot overtake. */
  const leave = () => {
    const next = waiting.shift()
    if (next) next()
    else free++
  }
  return async () => {
    if (free > 0) free--
    else await new Promise<void>((resolve) => waiting.push(resolve))
    return { [Symbol.dispose]: leave }
  }
}
