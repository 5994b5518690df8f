import type { IncomingMessage } from 'node:http'
import { clientAddressHeader, clientKeyOf } from './client-address.ts'
import { type Refused, refuseTooMany } from './outcome.ts'
import type { RateLimits } from './rate-limit.ts'

type Asked = Pick<IncomingMessage, 'method' | 'url' | 'headers'>

/** Routes have limits of their own, and the files of a build are read from the disk. */
const elsewhere = /^\/(?:api(?!\/auth(?:\/|$))|health|_next\/static)(?:\/|$)/

/** Counts what Next answers itself, by address: pages, and server actions, which cost more. */
export async function limitPage(limits: RateLimits, request: Asked): Promise<Refused | undefined> {
  const policy = isAction(request) ? 'action' : 'page'
  if (policy === 'page' && isElsewhere(request.url ?? '')) return undefined
  const address = request.headers[clientAddressHeader]
  const headers = new Headers(typeof address === 'string' ? { [clientAddressHeader]: address } : {})
  const verdict = await limits.take(policy, clientKeyOf(headers))
  return verdict.ok ? undefined : refuseTooMany(verdict.retryAfterMs)
}

/** A path counts unless it leads elsewhere both as it is written and decoded: which of them Next goes by depends on the route. */
function isElsewhere(url: string): boolean {
  const [path = ''] = url.split('?')
  try {
    return elsewhere.test(path) && elsewhere.test(decodeURIComponent(path))
  } catch {
    return false
  }
}

/** Next takes what a browser sends to a page for an action by these two headers. */
function isAction({ method, headers }: Asked): boolean {
  if (method !== 'POST') return false
  return headers['next-action'] !== undefined || (headers['content-type'] ?? '').startsWith('multipart/form-data')
}
