/** Calls `callback` once after `ms`; the answer cancels it. */
export type After = (ms: number, callback: () => void) => () => void

export const realAfter: After = (ms, callback) => {
  const timer = setTimeout(callback, ms)
  return () => clearTimeout(timer)
}

/** What one fetch may wait for: a signal that ends with its time, its execution or its session. */
export type Scope = {
  readonly signal: AbortSignal
  /** Why the signal ended; `undefined` while it has not. */
  why(): 'timeout' | 'aborted' | undefined
  close(): void
}

export function openScope(signals: readonly AbortSignal[], timeoutMs: number, after: After): Scope {
  const controller = new AbortController()
  let why: 'timeout' | 'aborted' | undefined
  const end = (reason: 'timeout' | 'aborted') => {
    if (why !== undefined) return
    why = reason
    // A reason of our own spares the making of an exception with its stack.
    controller.abort(reason)
  }
  const abort = () => end('aborted')
  for (const signal of signals) {
    if (signal.aborted) abort()
    else signal.addEventListener('abort', abort)
  }
  if (timeoutMs <= 0) end('timeout')
  const cancel = after(Math.max(0, timeoutMs), () => end('timeout'))
  return {
    signal: controller.signal,
    why: () => why,
    close() {
      cancel()
      for (const signal of signals) signal.removeEventListener('abort', abort)
    },
  }
}

/** `promise`, or `undefined` as soon as the signal ends; the promise's later failure is then of no interest. */
export function untilAborted<T>(promise: Promise<T>, signal: AbortSignal): Promise<T | undefined> {
  return new Promise((resolve, reject) => {
    const leave = () => resolve(undefined)
    if (signal.aborted) leave()
    signal.addEventListener('abort', leave, { once: true })
    promise.then(resolve, reject).finally(() => signal.removeEventListener('abort', leave))
  })
}
