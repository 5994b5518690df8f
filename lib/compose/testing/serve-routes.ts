import type { Services } from '../compose.ts'
import { provideServices } from '../process-services.ts'

const key = Symbol.for('travel.aw')

/** Gives route files these services until disposed, in place of those of other tests of the process. */
export function serveRoutes(start: () => Promise<Services>): Disposable {
  const before: unknown = Reflect.get(globalThis, key)
  Reflect.deleteProperty(globalThis, key)
  provideServices(start)
  return { [Symbol.dispose]: () => void Reflect.set(globalThis, key, before) }
}
