import { LRUCache } from 'lru-cache'
import * as z from 'zod'
import { jsonOrNot } from '../core/json-or-not.ts'
import type { Clock } from '../core/ports.ts'
import type { Exchange } from './exchange.ts'
import type { HeaderPairs } from './request-headers.ts'
import { type After, openScope, untilAborted } from './scope.ts'

export type Token = { readonly value: string; readonly expiresAtMs: number }

export type TokenOutcome =
  /** `cached`: the token is from the cache, so the server may have revoked it since. */
  | { readonly kind: 'token'; readonly token: Token; readonly cached: boolean }
  /** The token endpoint answered with an error status. */
  | { readonly kind: 'refused'; readonly status: number; readonly headers: HeaderPairs; readonly body: Uint8Array }
  | Exclude<Exchange, { kind: 'response' }>
  | { readonly kind: 'aborted' }

export type TokenCache = {
  /** The token under `key`. Concurrent callers share one `request`, which is cancelled when the last of them aborts. */
  get(key: string, request: (signal: AbortSignal) => Promise<Exchange>, signal: AbortSignal): Promise<TokenOutcome>
  /** The token under `key` that `get` would return without a request. */
  cached(key: string): Token | undefined
  /** Removes exactly this token; a newer one stays. */
  drop(key: string, token: Token): void
}

const TokenResponse = z.object({
  access_token: z.string().regex(/^[\x21-\x7e]{1,8192}$/),
  token_type: z
    .string()
    .regex(/^bearer$/i)
    .optional(),
  // An invalid lifetime counts as absent, because the token itself is valid.
  expires_in: z.coerce.number().positive().max(31_536_000).optional().catch(undefined),
})

const lifetimeWhenUnsaidMs = 300_000
const requestTimeoutMs = 15_000
const maxTokens = 1000

/** How long before expiry a token is renewed: a minute, or a tenth of its lifetime when that is shorter. */
function renewalMarginMs(lifetimeMs: number): number {
  return Math.min(60_000, lifetimeMs / 10)
}

function parseToken(body: Uint8Array, askedAtMs: number): Token | undefined {
  const text = Buffer.from(body).toString()
  const parsed = TokenResponse.safeParse(jsonOrNot(text))
  if (!parsed.success) return undefined
  const { access_token, expires_in } = parsed.data
  const lifetimeMs = expires_in === undefined ? lifetimeWhenUnsaidMs : expires_in * 1000
  return { value: access_token, expiresAtMs: askedAtMs + lifetimeMs - renewalMarginMs(lifetimeMs) }
}

type Flight = { readonly outcome: Promise<TokenOutcome>; readonly cancel: AbortController; waiting: number }

export function createTokenCache(ports: { clock: Clock; after: After }): TokenCache {
  const tokens = new LRUCache<string, Token>({ max: maxTokens })
  const flights = new Map<string, Flight>()

  async function obtain(key: string, request: (signal: AbortSignal) => Promise<Exchange>, signal: AbortSignal) {
    // The request has its own timeout and signal, so that its first caller may abort while others still wait.
    const scope = openScope([signal], requestTimeoutMs, ports.after)
    try {
      const askedAtMs = ports.clock.monotonic()
      const answer = await request(scope.signal)
      if (scope.why() === 'timeout') return failed('timeout', 'the token endpoint did not answer in time')
      if (answer.kind !== 'response') return answer
      if (answer.status >= 400) return { ...answer, kind: 'refused' } as const
      const token = answer.status < 300 ? parseToken(answer.body, askedAtMs) : undefined
      if (token === undefined) return failed('network', 'the token endpoint did not answer with a bearer token')
      if (!signal.aborted) tokens.set(key, token)
      return { kind: 'token', token, cached: false } as const
    } finally {
      scope.close()
    }
  }

  function depart(key: string, request: (signal: AbortSignal) => Promise<Exchange>): Flight {
    const cancel = new AbortController()
    const flight: Flight = { outcome: obtain(key, request, cancel.signal), cancel, waiting: 0 }
    flights.set(key, flight)
    return flight
  }

  function cached(key: string): Token | undefined {
    const token = tokens.get(key)
    return token !== undefined && ports.clock.monotonic() < token.expiresAtMs ? token : undefined
  }

  return {
    cached,
    async get(key, request, signal) {
      const token = cached(key)
      if (token !== undefined) return { kind: 'token', token, cached: true }
      const flight = flights.get(key) ?? depart(key, request)
      flight.waiting += 1
      try {
        return (await untilAborted(flight.outcome, signal)) ?? { kind: 'aborted' }
      } finally {
        flight.waiting -= 1
        if (flight.waiting === 0) {
          flights.delete(key)
          flight.cancel.abort()
        }
      }
    },
    drop(key, token) {
      if (tokens.get(key) === token) tokens.delete(key)
    },
  }
}

function failed(reason: 'network' | 'timeout', message: string) {
  return { kind: 'failed', reason, message } as const
}
