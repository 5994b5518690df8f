import { withFairKey } from '#runner/queue/fair-key.ts'
import type { Services } from './compose.ts'

/**
 * The start function and the running services of the app's process. Next bundles this module into every route and loads
 * it several times in one process, so the state is stored under a global symbol, and no service code is imported.
 */
type Shared = { readonly start: () => Promise<Services>; running?: Promise<Services> | undefined }

const key = Symbol.for('travel.aw')
const shared: typeof globalThis & { [key]?: Shared } = globalThis

/** Sets the start function of the services. Only the first call has an effect: the development server repeats it. */
export function provideServices(start: () => Promise<Services>): void {
  shared[key] ??= { start }
}

/**
 * The services of the app's process, started at the first call. A failed start is not cached: the next call retries, so
 * that an app recovers if it started before its database.
 */
export async function services(): Promise<Services> {
  const provided = shared[key]
  if (!provided) throw new Error('The app has not provided its services')
  // What the services do on their own is not in the turns of the request that happened to start them.
  provided.running ??= withFairKey('', provided.start).catch((cause: unknown) => {
    provided.running = undefined
    throw cause
  })
  return provided.running
}
