import type { OAuth2ClientCredentials } from '../contract/manifest.ts'
import type { Redactor } from '../redact/redact.ts'
import { createPlaceholders, type Placeholders, type SecretValue } from './credentials.ts'
import { createScrubber, type Masked, type Scrubber } from './scrub.ts'
import type { SecretIndex } from './secret-index.ts'
import { createSentParts, type SentRequest } from './sent-parts.ts'
import type { EgressSessionOptions } from './session.ts'
import { canonicalHost } from './target.ts'

/** What one OAuth2 credential needs to get a token, or which of its secrets is missing. */
export type ClientSecrets =
  | { readonly kind: 'client'; readonly id: string; readonly secret: string }
  | { readonly kind: 'unconfigured'; readonly secret: string }

/** The secrets of one session: which may go where, and how they look from inside. */
export type SessionCredentials = {
  readonly placeholders: Placeholders
  /** The real value of a placeholder in a request of the skill to `host`. */
  valueFor(secret: string, host: string): SecretValue
  /** The OAuth2 credential that the gateway adds to requests to `host`. */
  oauth2For(host: string): OAuth2ClientCredentials | undefined
  clientOf(credential: OAuth2ClientCredentials): ClientSecrets
  /** From now on this token is scrubbed from what the session shows. */
  hide(token: string): void
  /** Before a request goes out, without real values: parts of them that a skill sends are not scrubbed from what comes back. */
  noteSent(request: SentRequest): Promise<void>
  /** `short`: values under 8 characters are scrubbed too. */
  scrubber(options: { short: boolean }): Scrubber
  /** Hides the same values, and those of this execution that were not granted, in what leaves the runner. */
  redactor(options: { short: boolean }): Redactor
  /** Stands for the values that the session may send to `host`, and tells nothing about them. None: `undefined`. */
  idFor(host: string): string | undefined
  /** The same for these values. */
  idOf(values: readonly string[]): string
}

type Options = Pick<EgressSessionOptions, 'grant' | 'credentials' | 'oauth2' | 'alsoHidden'>
type Ports = { placeholderOf: (secret: string) => string; index: SecretIndex }

const lengthOfShort = 8

export function createSessionCredentials(
  { grant, credentials, oauth2, alsoHidden }: Options,
  ports: Ports,
): SessionCredentials {
  const granted = grant.permissions.secrets
  const hosts = grant.permissions.network.egress.map(canonicalHost)
  const clients = Object.values(oauth2).filter(({ kind }) => kind === 'oauth2_client_credentials')
  const managed = new Set(clients.flatMap(({ client_id, client_secret }) => [client_id, client_secret]))
  const placeholders = createPlaceholders(granted, ports.placeholderOf)
  const tokens = new Set<string>()
  const sent = createSentParts()
  const scrubbers = new Map<boolean, Scrubber>()
  const redactors = new Map<boolean, Redactor>()

  const allowed = new Map(
    granted.flatMap((secret) => {
      const bound = credentials.get(secret)
      const both = bound?.hosts.map(canonicalHost).filter((host) => hosts.includes(host)) ?? []
      return bound === undefined ? [] : [[secret, { hosts: both, value: bound.value() }] as const]
    }),
  )

  function read(secret: string, host: string): string | undefined {
    const found = allowed.get(secret)
    return found?.hosts.includes(host) ? found.value : undefined
  }

  function hidden(): Masked[] {
    const secrets = Array.from(allowed, ([secret, { value }]) => ({ value, mask: placeholders.byName[secret] ?? '' }))
    return [...secrets, ...[...tokens].map((value) => ({ value, mask: '[REDACTED]' }))]
  }

  const known = (secrets: readonly Masked[]) => ports.index.knownOf(secrets.map(({ value }) => value))

  return {
    placeholders,
    async noteSent(request) {
      const all = known(hidden())
      if (all !== undefined) await sent.note(all, request)
    },
    valueFor(secret, host) {
      if (managed.has(secret)) return { kind: 'blocked', reason: `${secret} is used by the gateway only` }
      if (!allowed.has(secret)) return { kind: 'unconfigured' }
      const value = read(secret, host)
      if (value === undefined) return { kind: 'blocked', reason: `${secret} may not go to ${host}` }
      // A header cannot carry it, and in a URL or body it would only fail later and less clearly.
      return /\p{Cc}/u.test(value) ? { kind: 'unconfigured' } : { kind: 'value', value }
    },
    oauth2For: (host) => clients.find((credential) => canonicalHost(credential.host) === host),
    clientOf(credential) {
      const host = canonicalHost(credential.host)
      const id = read(credential.client_id, host)
      if (id === undefined) return { kind: 'unconfigured', secret: credential.client_id }
      const secret = read(credential.client_secret, host)
      if (secret === undefined) return { kind: 'unconfigured', secret: credential.client_secret }
      return { kind: 'client', id, secret }
    },
    hide(token) {
      if (tokens.has(token)) return
      tokens.add(token)
      scrubbers.clear()
      redactors.clear()
    },
    scrubber({ short }) {
      const found = scrubbers.get(short)
      if (found !== undefined) return found
      const masked = hidden().filter(({ value }) => short || value.length >= lengthOfShort)
      const scrubber = createScrubber(masked, known(masked), sent.isSent)
      scrubbers.set(short, scrubber)
      return scrubber
    },
    redactor({ short }) {
      const found = redactors.get(short)
      if (found !== undefined) return found
      const values = [...hidden().map(({ value }) => value), ...alsoHidden]
      const redactor = ports.index.redactorOf(
        [...new Set(values)].filter((value) => value !== '' && (short || value.length >= lengthOfShort)).sort(),
      )
      redactors.set(short, redactor)
      return redactor
    },
    idFor(host) {
      const values = granted.flatMap((secret) => read(secret, host) ?? []).sort()
      return values.length === 0 ? undefined : ports.index.idOf(values)
    },
    idOf: ports.index.idOf,
  }
}
