import { eachAppRequest } from './app-requests.ts'
import { type ProxyTrust, stampClientAddress } from './client-address.ts'
import { stampRequestTarget } from './request-target.ts'

/**
 * Adds the client's address and the original target to each request to the app at `port`, before Next sees it. Route
 * handlers get no socket, and Next passes on a client's own `x-forwarded-for`.
 */
export function stampEveryRequest(port: number, trust: ProxyTrust): Disposable {
  return eachAppRequest(port, ({ request }) => {
    stampClientAddress(request, trust)
    stampRequestTarget(request)
  })
}
