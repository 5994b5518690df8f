import type { IncomingMessage } from 'node:http'
import { eachAppRequest } from './app-requests.ts'
import { type ProxyTrust, stampClientAddress } from './client-address.ts'
import { createOriginCheck, isSafeMethod, type OriginCheck } from './origin.ts'
import { stampRequestTarget } from './request-target.ts'

/**
 * Adds the client's address, the host of an own origin and the original target to each request to the app at `port`,
 * before Next sees it. Route handlers get no socket, and Next passes on a client's own `x-forwarded-for`.
 */
export function stampEveryRequest(port: number, trust: ProxyTrust): Disposable {
  const checkOrigin = createOriginCheck({
    publicUrl: trust.publicUrl === undefined ? undefined : new URL(trust.publicUrl),
  })
  return eachAppRequest(port, ({ request }) => {
    stampClientAddress(request, trust)
    stampOrigin(request, checkOrigin)
    stampRequestTarget(request)
  })
}

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
