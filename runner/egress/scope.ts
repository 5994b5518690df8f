/** Calls `callback` once after `ms`. The returned function cancels it. */
export type After = (ms: number, callback: () => void) => () => void

export const realAfter: After = (ms, callback) => {
  const timer = setTimeout(callback, ms)
  return () => clearTimeout(timer)
}

/** The lifetime of one fetch: its signal aborts on timeout, or when its execution or session ends. */
export type Scope = {
  readonly signal: AbortSignal
  /** Why the signal aborted. `undefined`: it has not. */
  why(): 'timeout' | 'aborted' | undefined
  close(): void
}

export function openScope(signals: readonly AbortSignal[], timeoutMs: number, after: After): Scope {
  const controller = new AbortController()
  let why: 'timeout' | 'aborted' | undefined
  const end = (reason: 'timeout' | 'aborted') => {
    if (why !== undefined) return
    why = reason
    // A plain reason avoids an exception with a stack trace.
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

/** `promise`, or `undefined` once the signal aborts. A later rejection of the promise is ignored. */
export function untilAborted<T>(promise: Promise<T>, signal: AbortSignal): Promise<T | undefined> {
  return new Promise((resolve, reject) => {
    const leave = () => resolve(undefined)
    if (signal.aborted) leave()
    signal.addEventListener('abort', leave, { once: true })
    promise.then(resolve, reject).finally(() => signal.removeEventListener('abort', leave))
  })
}
