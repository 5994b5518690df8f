import type { ErrorCode } from './contract/errors.ts'
import type { Clock } from './ports.ts'

/** The time limit of one execution, which also ends with its caller. */
export type TimeLimit = Disposable & {
  /**
   * Aborts at the limit (`{ code: 'TIMEOUT' }`), with the caller (`{ code: 'CANCELLED' }`), or when it is disposed,
   * whichever comes first.
   */
  readonly signal: AbortSignal
  /** Milliseconds left, not counting the time that it was paused. */
  leftMs(): number
  /** Stops counting while the execution waits for its turn on a worker. No effect if it is paused already. */
  pause(): void
  /** Counts again. No effect if it counts already. */
  resume(): void
}

/** What a runtime gets of it. */
export type PausableLimit = Pick<TimeLimit, 'pause' | 'resume'>

/** Counts from now on. */
export function createTimeLimit(
  timeoutMs: number,
  { monotonic }: Pick<Clock, 'monotonic'>,
  caller?: AbortSignal,
): TimeLimit {
  const controller = new AbortController()
  const abort = (code: ErrorCode) => controller.abort({ code })
  const cancel = () => abort('CANCELLED')
  let left = timeoutMs
  let countsSince: number | undefined
  let timer: NodeJS.Timeout | undefined

  const leftMs = () => (countsSince === undefined ? left : left - (monotonic() - countsSince))
  const pause = () => {
    left = leftMs()
    countsSince = undefined
    clearTimeout(timer)
  }
  const resume = () => {
    if (countsSince !== undefined || controller.signal.aborted) return
    countsSince = monotonic()
    timer = setTimeout(() => abort('TIMEOUT'), left)
  }

  if (caller?.aborted) cancel()
  caller?.addEventListener('abort', cancel, { once: true })
  resume()
  return {
    signal: controller.signal,
    leftMs,
    pause,
    resume,
    [Symbol.dispose]() {
      pause()
      caller?.removeEventListener('abort', cancel)
      // Nobody waits for what the execution left behind.
      cancel()
    },
  }
}
