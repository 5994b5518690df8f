import type { IncomingMessage } from 'node:http'
import { clientKeyOfRequest } from './client-address.ts'
import { type Refused, refuseTooMany } from './outcome.ts'
import type { RateLimits } from './rate-limit.ts'

type Asked = Pick<IncomingMessage, 'method' | 'url' | 'headers'>

/**
 * Exempt paths: routes have their own limits, and build files are read from the disk. Below `/api`, a route answers
 * every path. Elsewhere, a path without a route counts as one of a page.
 */
const elsewhere = new RegExp(
  `^/(?:${[
    '(?:api(?!/auth(?:/|$))|_next/static)(?:/.*)?',
    'health|mcp|execute',
    'profiles(?:/[^/]+(?:/(?:proposals|keys(?:/[^/]+)?))?)?',
    'executions/[^/]+(?:/(?:cancel|respond))?',
  ].join('|')})$`,
)

/** Limits the requests of each address: those for pages and, separately, server actions, which cost more. */
export async function limitPage(limits: RateLimits, request: Asked): Promise<Refused | undefined> {
  const policy = isAction(request) ? 'action' : 'page'
  if (policy === 'page' && isElsewhere(request.url ?? '')) return undefined
  const verdict = await limits.take(policy, clientKeyOfRequest(request))
  return verdict.ok ? undefined : refuseTooMany(verdict.retryAfterMs)
}

/**
 * Exempts a path only if both its raw and its decoded form are exempt: Next uses either of them, depending on the
 * route.
 */
function isElsewhere(url: string): boolean {
  const [path = ''] = url.split('?')
  try {
    return elsewhere.test(path) && elsewhere.test(decodeURIComponent(path))
  } catch {
    return false
  }
}

/** Next treats a request to a page with one of these headers as a server action. */
function isAction({ method, headers }: Asked): boolean {
  if (method !== 'POST') return false
  return headers['next-action'] !== undefined || (headers['content-type'] ?? '').startsWith('multipart/form-data')
}
