/**
 * Runs identical concurrent work once for all callers. Each caller has its own signal; the work is aborted when all
 * callers have aborted.
 */
type RequestCoalescing<Result> = {
  /**
   * Joins the work in progress for `key`, or starts it with a separate signal.
   *
   * @param line the work of one line waits for its turns one after another. Work that is not the only one of its line
   *   is therefore shared only within the line: otherwise, a flood would also delay the callers that join it.
   * @throws the signal's reason if `signal` aborts first.
   */
  join(key: string, line: string, signal: AbortSignal, start: (signal: AbortSignal) => Promise<Result>): Promise<Result>
}

type Work<Result> = {
  readonly line: string
  readonly result: Promise<Result>
  readonly controller: AbortController
  callers: number
}

export function createRequestCoalescing<Result>(): RequestCoalescing<Result> {
  const underWay = new Map<string, Work<Result>>()
  /** How much work is in progress, by line. */
  const inLine = new Map<string, number>()

  function count(line: string, change: 1 | -1) {
    const inProgress = (inLine.get(line) ?? 0) + change
    if (inProgress > 0) inLine.set(line, inProgress)
    else inLine.delete(line)
  }

  function joinOrStart(key: string, line: string, start: (signal: AbortSignal) => Promise<Result>): Work<Result> {
    const known = underWay.get(key)
    if (known && (known.line === line || inLine.get(known.line) === 1)) return known
    count(line, 1)
    const controller = new AbortController()
    const result = start(controller.signal).finally(() => {
      count(line, -1)
      forget(key, work)
    })
    const work = { line, controller, callers: 0, result }
    underWay.set(key, work)
    return work
  }

  /** Deletes only this work: after all its callers left, newer work may use the key. */
  function forget(key: string, work: Work<Result>) {
    if (underWay.get(key) === work) underWay.delete(key)
  }

  return {
    async join(key, line, signal, start) {
      signal.throwIfAborted()
      const work = joinOrStart(key, line, start)
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
