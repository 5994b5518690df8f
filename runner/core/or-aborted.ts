import { addAbortListener } from 'node:events'

/** The promise's result. Rejects with the signal's reason as soon as the signal aborts. */
export async function orAborted<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  const { promise: aborted, reject } = Promise.withResolvers<never>()
  using _listener = addAbortListener(signal, () => reject(signal.reason))
  return await Promise.race([work, aborted])
}
