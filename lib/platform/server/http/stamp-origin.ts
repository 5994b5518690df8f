import type { IncomingMessage } from 'node:http'
import { isSafeMethod, type OriginCheck } from './origin.ts'

/**
 * Next accepts a form only if its origin has the host of the request, which behind a proxy is often another. Gives Next
 * the host of an origin that is ours.
 */
export function stampOrigin(request: Pick<IncomingMessage, 'method' | 'headers'>, check: OriginCheck): void {
  const { method = 'GET', headers } = request
  if (isSafeMethod(method) || headers.origin === undefined) return
  const asked = new Headers()
  for (const [name, value] of Object.entries(headers)) if (typeof value === 'string') asked.set(name, value)
  if (check(asked) === 'own') headers['x-forwarded-host'] = new URL(headers.origin).host
}
