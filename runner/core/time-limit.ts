import type { ErrorCode } from '../contract/errors.ts'
import type { Clock } from './ports.ts'

/** The time limit of one execution. The caller's signal also ends the execution. */
export type TimeLimit = Disposable & {
  /**
   * Aborts at the limit (`{ code: 'TIMEOUT' }`), with the caller's signal (`{ code: 'CANCELLED' }`), or when disposed,
   * whichever comes first.
   */
  readonly signal: AbortSignal
  /** Milliseconds left, without paused time. */
  leftMs(): number
  /** Milliseconds that have counted: the time since the start, without paused time. */
  usedMs(): number
  /** Stops the clock while the execution waits for a worker. No effect if already paused. */
  pause(): void
  /** Restarts the clock. No effect if already running. */
  resume(): void
}

/** The part that a runtime gets. */
export type PausableLimit = Pick<TimeLimit, 'pause' | 'resume'>

/** Starts the clock at once. */
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
    usedMs: () => timeoutMs - leftMs(),
    pause,
    resume,
    [Symbol.dispose]() {
      pause()
      caller?.removeEventListener('abort', cancel)
      // Aborts operations that the execution left running.
      cancel()
    },
  }
}
