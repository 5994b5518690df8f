import type { IncomingMessage } from 'node:http'
import { isSafeMethod, type OriginCheck } from './origin.ts'

/**
 * Next accepts a form only if its origin has the host of the request, which behind a proxy is often another. Gives Next
 * host and scheme of an origin that is ours. Next repeats both in a request that it sends to itself.
 */
export function stampOrigin(request: Pick<IncomingMessage, 'method' | 'headers'>, check: OriginCheck): void {
  const { method = 'GET', headers } = request
  if (isSafeMethod(method) || headers.origin === undefined) return
  const asked = new Headers()
  for (const [name, value] of Object.entries(headers)) if (typeof value === 'string') asked.set(name, value)
  if (check(asked) !== 'own') return
  const { host, protocol } = new URL(headers.origin)
  headers['x-forwarded-host'] = host
  headers['x-forwarded-proto'] = protocol.slice(0, -1)
}
