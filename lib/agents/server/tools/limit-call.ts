/** Calls `late` after `ms`, unless the returned function is called first. */
export type Timer = (ms: number, late: () => void) => () => void

const systemTimer: Timer = (ms, late) => {
  const timer = setTimeout(late, ms)
  return () => clearTimeout(timer)
}

type LimitedCall = Disposable & {
  /** Aborts with the caller's signal, or at the deadline. */
  readonly signal: AbortSignal
  /** Resolves when `signal` aborts: `late` at the deadline, `left` when the caller aborted. */
  readonly cut: Promise<'late' | 'left'>
}

/** Limits a call in time. Disposing removes the listener from the caller's signal, which may outlive the call. */
export function limitCall(caller: AbortSignal, ms: number, timer: Timer = systemTimer): LimitedCall {
  const ending = new AbortController()
  const { promise, resolve } = Promise.withResolvers<'late' | 'left'>()
  const cut = (why: 'late' | 'left') => {
    resolve(why)
    ending.abort()
  }
  const leave = () => cut('left')
  const stop = timer(ms, () => cut('late'))
  if (caller.aborted) leave()
  else caller.addEventListener('abort', leave, { once: true })
  return {
    signal: ending.signal,
    cut: promise,
    [Symbol.dispose]() {
      stop()
      caller.removeEventListener('abort', leave)
    },
  }
}
