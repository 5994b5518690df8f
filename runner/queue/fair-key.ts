import { AsyncLocalStorage } from 'node:async_hooks'

const place = Symbol.for('travel.aw fair key')
const shared: typeof globalThis & { [place]?: AsyncLocalStorage<string> } = globalThis
/** One for the whole process: Next loads this module several times. */
shared[place] ??= new AsyncLocalStorage()
const keys = shared[place]

/** The key of the limits of the caller for whom this code runs. Empty: the app itself. */
export const currentFairKey = (): string => keys.getStore() ?? ''

/** Runs `work`, and everything that it starts, in the turns of this key. */
export const withFairKey = <Result>(key: string, work: () => Result): Result => keys.run(key, work)

/** A function that runs in the turns of the current key, whoever calls it: for callbacks of threads and sockets. */
export const keepFairKey = <Args extends unknown[], Result>(
  work: (...args: Args) => Result,
): ((...args: Args) => Result) => {
  const key = currentFairKey()
  return (...args) => withFairKey(key, () => work(...args))
}
