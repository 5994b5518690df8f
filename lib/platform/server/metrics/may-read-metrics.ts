import { createHash, timingSafeEqual } from 'node:crypto'
import { clientAddressHeader, isLoopback } from '../http/client-address.ts'
import { type Outcome, refuse } from '../http/outcome.ts'

const digest = (text: string): Buffer => createHash('sha256').update(text).digest()

/**
 * Who sends the token may read the figures of the app; without a token, clients on this machine. `knowsClients`: false if
 * a proxy may make remote clients look like these.
 */
export function mayReadMetrics(
  headers: Headers,
  { token, knowsClients }: { readonly token: string | undefined; readonly knowsClients: boolean },
): Outcome<true> {
  if (token !== undefined) {
    const isRight = timingSafeEqual(digest(headers.get('authorization') ?? ''), digest(`Bearer ${token}`))
    if (isRight) return { ok: true, value: true }
  }
  const address = headers.get(clientAddressHeader)
  if (knowsClients && address !== null && isLoopback(address)) return { ok: true, value: true }
  return refuse('UNAUTHENTICATED', { message: 'Send the token of TRAVEL_METRICS_TOKEN as a bearer token.' })
}
