import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import { IncomingMessage } from 'node:http'
import { type ProxyTrust, stampClientAddress } from './client-address.ts'
import { stampRequestTarget } from './request-target.ts'

/**
 * Stamps each request of every HTTP server in this process before its listeners see it. Route handlers get no socket, and the
 * `x-forwarded-for` that Next gives them is the client's own when the client sent one.
 */
export function stampEveryRequest(trust: ProxyTrust): Disposable {
  const onStart = (message: unknown) => {
    if (typeof message !== 'object' || message === null || !('request' in message)) return
    if (!(message.request instanceof IncomingMessage)) return
    stampClientAddress(message.request, trust)
    stampRequestTarget(message.request)
  }
  subscribe('http.server.request.start', onStart)
  return { [Symbol.dispose]: () => void unsubscribe('http.server.request.start', onStart) }
}
