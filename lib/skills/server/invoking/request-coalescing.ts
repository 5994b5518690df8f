/**
 * Runs identical concurrent work once for all callers. Each caller has its own signal; the work is aborted when all
 * callers have aborted.
 */
export type RequestCoalescing<Result> = {
  /**
   * Joins the work in progress for `key`, or starts it with a separate signal.
   *
   * @throws the signal's reason if `signal` aborts first.
   */
  join(key: string, signal: AbortSignal, start: (signal: AbortSignal) => Promise<Result>): Promise<Result>
}

type Work<Result> = { readonly result: Promise<Result>; readonly controller: AbortController; callers: number }

export function createRequestCoalescing<Result>(): RequestCoalescing<Result> {
  const underWay = new Map<string, Work<Result>>()

  function joinOrStart(key: string, start: (signal: AbortSignal) => Promise<Result>): Work<Result> {
    const known = underWay.get(key)
    if (known) return known
    const controller = new AbortController()
    const work = { controller, callers: 0, result: start(controller.signal).finally(() => forget(key, work)) }
    underWay.set(key, work)
    return work
  }

  /** Deletes only this work: after all its callers left, newer work may use the key. */
  function forget(key: string, work: Work<Result>) {
    if (underWay.get(key) === work) underWay.delete(key)
  }

  return {
    async join(key, signal, start) {
      signal.throwIfAborted()
      const work = joinOrStart(key, start)
      work.callers++
      const { promise: left, reject } = Promise.withResolvers<never>()
      const leave = () => reject(signal.reason)
      signal.addEventListener('abort', leave, { once: true })
      try {
        return await Promise.race([work.result, left])
      } finally {
        signal.removeEventListener('abort', leave)
        if (--work.callers === 0) {
          forget(key, work)
          work.controller.abort()
          work.result.catch(() => {})
        }
      }
    },
  }
}
