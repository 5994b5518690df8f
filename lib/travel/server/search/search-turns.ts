import { createFairQueue } from '#runner/queue/fair-queue.ts'

/** A person is the key of a caller's limits, because one person can be any number of guests. */
export type SearchTurns = ReturnType<typeof createSearchTurns>

type Counts = { own: number; background: number }
type Waiting = { readonly person: string; readonly go: (turn: Disposable) => void }

/**
 * Delays background searches behind people's own searches and limits their number. `note`: a person's own search begins.
 */
export function createSearchTurns(
  most: { perPerson: number; inAll: number },
  note: (person: string) => void = () => {},
) {
  const people = new Map<string, Counts>()
  const queue = createFairQueue<Waiting>()
  let inAll = 0

  function count(person: string, by: Partial<Counts>) {
    const { own, background } = people.get(person) ?? { own: 0, background: 0 }
    const next = { own: own + (by.own ?? 0), background: background + (by.background ?? 0) }
    if (next.own === 0 && next.background === 0) people.delete(person)
    else people.set(person, next)
    inAll += by.background ?? 0
  }

  function isFree(person: string): boolean {
    const counts = people.get(person)
    return inAll < most.inAll && (counts?.own ?? 0) === 0 && (counts?.background ?? 0) < most.perPerson
  }

  function startNext() {
    for (let next = queue.next(isFree); next !== undefined; next = queue.next(isFree)) {
      const { person, go } = next
      count(person, { background: 1 })
      go({
        [Symbol.dispose]() {
          count(person, { background: -1 })
          startNext()
        },
      })
    }
  }

  return {
    /** A search of the person's own begins. Dispose the result when it has ended. */
    own(person: string): Disposable {
      note(person)
      count(person, { own: 1 })
      return {
        [Symbol.dispose]() {
          count(person, { own: -1 })
          startNext()
        },
      }
    },
    /**
     * Waits until the person has no search of their own in progress and neither the limit per person nor the total limit
     * of background searches is reached. Dispose the result when the search has ended.
     *
     * @throws the signal's reason if `signal` aborts first.
     */
    background(person: string, signal: AbortSignal): Promise<Disposable> {
      const { promise, resolve, reject } = Promise.withResolvers<Disposable>()
      const leave = () => {
        queue.delete(person, waiting)
        reject(signal.reason)
      }
      const waiting: Waiting = {
        person,
        go: (turn) => {
          signal.removeEventListener('abort', leave)
          resolve(turn)
        },
      }
      if (signal.aborted) reject(signal.reason)
      else {
        signal.addEventListener('abort', leave, { once: true })
        queue.add(person, waiting)
        startNext()
      }
      return promise
    },
  }
}
