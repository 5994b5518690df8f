/** Lets at most `width` callers in at once, in order of arrival. `using slot = await enter()` leaves by scope. */
export function createGate(width: number): () => Promise<Disposable> {
  const waiting: Array<() => void> = []
  let free = width
  /** A slot goes straight to the next in line, so that a newcomer cannot slip in between. */
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
