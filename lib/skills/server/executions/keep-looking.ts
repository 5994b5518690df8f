import type { Log } from '#runner/core/ports.ts'
import type { Instance } from './instance.ts'

type Options = {
  /** Looks once. Runs never overlap. */
  readonly look: () => Promise<void>
  readonly everyMs: number
  /** Calls its argument when there is something to see before the time. Returns a function that ends this. */
  readonly onNews?: ((look: () => void) => () => void) | undefined
  /** What the log says failed. */
  readonly name: string
  readonly instance: Pick<Instance, 'isPresent'>
  readonly log: Log
}

/**
 * Looks now and periodically, while this process is present in the database. The returned function stops this, and
 * resolves when no look is in progress.
 */
export function keepLooking({ look, everyMs, onNews, name, instance, log }: Options): () => Promise<void> {
  let isStopped = false
  let looking: Promise<void> = Promise.resolve()
  const lookNext = () => {
    looking = looking
      .then(() => (isStopped || !instance.isPresent() ? undefined : look()))
      .catch((cause: unknown) => log.error(`${name} failed`, { cause }))
  }
  lookNext()
  const timer = setInterval(lookNext, everyMs)
  timer.unref()
  const stopNews = onNews?.(lookNext)
  return async () => {
    isStopped = true
    stopNews?.()
    clearInterval(timer)
    await looking
  }
}
