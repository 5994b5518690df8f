import type { OAuth2ClientCredentials } from '../contract/manifest.ts'
import type { Exchange } from './exchange.ts'
import { checkRequest } from './host-policy.ts'
import type { Token, TokenCache, TokenOutcome } from './oauth2.ts'
import type { SessionCredentials } from './session-credentials.ts'
import { canonicalHost } from './target.ts'
import type { Transport } from './transport.ts'

/** Fetches tokens for one session, through the cache that all sessions share. */
export type Authorizer = {
  token(credential: OAuth2ClientCredentials, signal: AbortSignal): Promise<Authorization>
  /** Drops a token that a server refused, so that the next call gets a new one. */
  drop(credential: OAuth2ClientCredentials, token: Token): void
}

export type Authorization = TokenOutcome | { readonly kind: 'unconfigured'; readonly secret: string }

type Client = { readonly id: string; readonly secret: string }

const maxTokenBytes = 64 * 1024

export function createAuthorizer(ports: {
  transport: Transport
  tokens: TokenCache
  credentials: SessionCredentials
}): Authorizer {
  const { transport, tokens, credentials } = ports

  // The key includes the upstream, so that a sample provider's token is never sent to the live provider.
  function keyOf(credential: OAuth2ClientCredentials, client: Client): string {
    const host = canonicalHost(credential.host)
    const endpoint = transport.target(host).actual(new URL(`https://${host}${credential.token_path}`))
    return `${host} ${endpoint.href} ${credentials.idOf([client.id, client.secret])}`
  }

  async function request(
    credential: OAuth2ClientCredentials,
    client: Client,
    partition: string,
    signal: AbortSignal,
  ): Promise<Exchange> {
    const network = { egress: [credential.host], methods: ['POST' as const] }
    const verdict = checkRequest(`https://${credential.host}${credential.token_path}`, 'POST', { network })
    if (!verdict.allowed) return { kind: 'blocked', reason: `token endpoint: ${verdict.reason}` }
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
    async token(credential, signal) {
      const client = credentials.clientOf(credential)
      if (client.kind === 'unconfigured') return client
      const key = keyOf(credential, client)
      const outcome = await tokens.get(key, (own) => request(credential, client, key, own), signal)
      if (outcome.kind === 'token') credentials.hide(outcome.token.value)
      return outcome
    },
    drop(credential, token) {
      const client = credentials.clientOf(credential)
      if (client.kind === 'client') tokens.drop(keyOf(credential, client), token)
    },
  }
}
