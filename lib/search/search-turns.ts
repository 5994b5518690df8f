/** A person is the key of a caller's limits, because one person can be any number of guests. */
export type SearchTurns = {
  /** Yields the lines. They count as the person's own search until the last line is read or the reader stops. */
  own<Line>(person: string, lines: AsyncIterable<Line>): AsyncIterable<Line>
  /**
   * Waits until the person has no search of their own in progress and neither the limit per person nor the total limit
   * of background searches is reached. Dispose the result when the search has ended.
   *
   * @throws the signal's reason if `signal` aborts first.
   */
  background(person: string, signal: AbortSignal): Promise<Disposable>
}

type Counts = { own: number; background: number }

/** Delays background searches behind people's own searches and limits their number. */
export function createSearchTurns(most: { perPerson: number; inAll: number }): SearchTurns {
  const people = new Map<string, Counts>()
  const waiting = new Set<() => void>()
  let inAll = 0

  function change(person: string, by: Partial<Counts>) {
    const { own, background } = people.get(person) ?? { own: 0, background: 0 }
    const next = { own: own + (by.own ?? 0), background: background + (by.background ?? 0) }
    if (next.own === 0 && next.background === 0) people.delete(person)
    else people.set(person, next)
    for (const tryAgain of [...waiting]) tryAgain()
  }

  function isFree(person: string): boolean {
    const counts = people.get(person)
    return inAll < most.inAll && (counts?.own ?? 0) === 0 && (counts?.background ?? 0) < most.perPerson
  }

  function take(person: string): Disposable {
    inAll++
    change(person, { background: 1 })
    return {
      [Symbol.dispose]() {
        inAll--
        change(person, { background: -1 })
      },
    }
  }

  return {
    async *own(person, lines) {
      change(person, { own: 1 })
      try {
        yield* lines
      } finally {
        change(person, { own: -1 })
      }
    },
    background(person, signal) {
      const { promise, resolve, reject } = Promise.withResolvers<Disposable>()
      const leave = () => {
        waiting.delete(tryAgain)
        reject(signal.reason)
      }
      const tryAgain = () => {
        if (!isFree(person)) return
        waiting.delete(tryAgain)
        signal.removeEventListener('abort', leave)
        resolve(take(person))
      }
      if (signal.aborted) reject(signal.reason)
      else {
        signal.addEventListener('abort', leave, { once: true })
        waiting.add(tryAgain)
        tryAgain()
      }
      return promise
    },
  }
}
