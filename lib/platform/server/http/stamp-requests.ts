import { eachAppRequest } from './app-requests.ts'
import { type ProxyTrust, stampClientAddress } from './client-address.ts'
import { createOriginCheck } from './origin.ts'
import { stampRequestTarget } from './request-target.ts'
import { stampOrigin } from './stamp-origin.ts'

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
