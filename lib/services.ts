import type { Services } from './compose/compose.ts'

/**
 * How the services of the app's process start, and those that run. Next bundles this module into every route and loads
 * it several times in one process, so the state lives under the global symbol, and no code of the services is imported.
 */
type Shared = { readonly start: () => Promise<Services>; running?: Promise<Services> | undefined }

const key = Symbol.for('travel.aw')
const shared: typeof globalThis & { [key]?: Shared } = globalThis

/** Names the start of the services. The first call counts: the development server repeats it after changes. */
export function provideServices(start: () => Promise<Services>): void {
  shared[key] ??= { start }
}

/**
 * The services of the app's process, started at the first call. A failed start is not kept: the next call retries, so
 * that an app that started before its database recovers.
 */
export async function services(): Promise<Services> {
  const provided = shared[key]
  if (!provided) throw new Error('The app has not provided its services')
  provided.running ??= provided.start().catch((cause: unknown) => {
    provided.running = undefined
    throw cause
  })
  return provided.running
}
