import { blocked } from '../contract/end-cause.ts'
import type { TokenSource } from './added-credentials.ts'
import type { Exchange } from './exchange.ts'
import { checkRequest } from './host-policy.ts'
import type { Token, TokenCache, TokenOutcome } from './oauth2.ts'
import type { SessionCredentials } from './session-credentials.ts'
import { canonicalHost } from './target.ts'
import type { Transport } from './transport.ts'

/**
 * Fetches tokens for one session, through the cache that all sessions share. A session gets one token of each source
 * and a bounded number of renewals, after which it goes on with the last token of the source.
 */
type Authorizer = {
  token(source: TokenSource, signal: AbortSignal): Promise<TokenOutcome>
  /** Drops a token that a server refused, so that the next call gets a new one. */
  drop(source: TokenSource, token: Token): void
}

const maxTokenBytes = 64 * 1024
/** Every token of a session is hidden in everything that leaves it, and each new one makes that slower. */
const maxTokens = 32
const maxTokenCharacters = 32 * 1024

export function createAuthorizer(ports: {
  transport: Transport
  tokens: TokenCache
  credentials: SessionCredentials
}): Authorizer {
  const { transport, tokens, credentials } = ports
  /** The distinct tokens that this session got, and the last one of each source. */
  const values = new Set<string>()
  const last = new Map<string, Token>()
  let characters = 0

  const isKnown = (token: Token | undefined) => token !== undefined && values.has(token.value)
  const mayRenew = () => values.size < maxTokens && characters < maxTokenCharacters

  // The key includes the upstream, so that a sample provider's token is never sent to the live provider.
  function keyOf({ host, path, client }: TokenSource): string {
    const endpoint = transport.target(host).actual(new URL(`https://${host}${path}`))
    return `${host} ${endpoint.href} ${credentials.idOf([client.id, client.secret])}`
  }

  async function request(
    { host, path, client }: TokenSource,
    partition: string,
    signal: AbortSignal,
  ): Promise<Exchange> {
    const network = { egress: [host], methods: ['POST' as const] }
    const verdict = checkRequest(`https://${host}${path}`, 'POST', { network })
    if (!verdict.allowed) return blocked(verdict.cause, `token endpoint: ${verdict.reason}`)
    const form = new URLSearchParams({
      grant_type: 'client_credentials',
      client_id: client.id,
      client_secret: client.secret,
    })
    return transport.send({
      url: verdict.url,
      host: canonicalHost(verdict.host),
      method: 'POST',
      headers: [
        ['content-type', 'application/x-www-form-urlencoded'],
        ['accept', 'application/json'],
      ],
      body: Buffer.from(form.toString()),
      maxResponseBytes: maxTokenBytes,
      partition: `token ${partition}`,
      signal,
    })
  }

  return {
    async token(source, signal) {
      const key = keyOf(source)
      const own = last.get(key)
      if (own && !mayRenew() && !isKnown(tokens.cached(key))) return { kind: 'token', token: own, cached: false }
      const outcome = await tokens.get(key, (shared) => request(source, key, shared), signal)
      if (outcome.kind !== 'token') return outcome
      const { token } = outcome
      if (!isKnown(token)) {
        // Other sessions may have put new tokens into the cache, or this one got others, in the meantime.
        if (own && !mayRenew()) return { kind: 'token', token: own, cached: false }
        values.add(token.value)
        characters += token.value.length
        credentials.hide(token.value)
      }
      last.set(key, token)
      return outcome
    },
    drop: (source, token) => tokens.drop(keyOf(source), token),
  }
}
