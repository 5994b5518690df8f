/**
 * Runs identical work once for all who ask at the same moment. Each caller leaves by its own signal; the work is
 * aborted when the last one left.
 */
export type RequestCoalescing<Result> = {
  /**
   * Joins the work under way for `key`, or starts it with a signal of its own.
   *
   * @throws the signal's reason when `signal` aborts before the work is done.
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

  /** Only this work: a newer one may have taken the key after all callers of this one left. */
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
