import { type BoundCredential, isWithheld, type SignatureKind } from '../contract/bound-credentials.ts'
import { blocked } from '../contract/end-cause.ts'
import { hiddenMask } from '../redact/mask.ts'
import { createRedactor, type Redactor } from '../redact/redact.ts'
import { type AddedOutcome, createAddedCredentials } from './added-credentials.ts'
import { createPlaceholders, type Place, type Placeholders, type SecretValue } from './credentials.ts'
import { createScrubber, createSentParts, inOrder, type Masked, type Scrubber, type SentRequest } from './scrub.ts'
import type { SecretIndex } from './secret-index.ts'
import type { EgressSessionOptions, SigningKey } from './session.ts'
import { canonicalHost } from './target.ts'

/** The secrets of one session: the hosts that may get each secret, and the placeholder that the skill gets instead. */
export type SessionCredentials = {
  readonly placeholders: Placeholders
  /** The text that the skill gets for each name: a placeholder, or the value of a setting. */
  readonly visible: Readonly<Record<string, string>>
  /** The value that replaces a placeholder in this part of the skill's request to `host`. */
  valueFor(secret: string, host: string, place: Place): SecretValue
  /** The value of a secret for a signature that the platform makes. */
  keyFor(secret: string, kind: SignatureKind): SigningKey
  /** What the gateway adds to each request to `host`. */
  addedTo(host: string): AddedOutcome
  /** Scrubs this token from everything that the session returns from now on. */
  hide(token: string): void
  /** Hides these forms of a signature in everything that leaves the runner from now on. The skill knows them. */
  hideMade(forms: readonly string[]): void
  /**
   * Call with each request before real values are inserted. Parts that the skill sends are not scrubbed from responses.
   */
  noteSent(request: SentRequest): Promise<void>
  /** `short`: values under 8 characters are scrubbed too. */
  scrubber(options: { short: boolean }): Scrubber
  /**
   * Hides the values that `scrubber` scrubs, and those in `alsoHidden`, in everything that leaves the runner. Values of the
   * caller are masked last, so that no extent of a mask tells a caller whether its value goes on with another one.
   */
  redactor(options: { short: boolean }): Redactor
  /**
   * An id of the values that the session may send to `host`. The id reveals nothing about them. `undefined`: there are
   * no such values.
   */
  idFor(host: string): string | undefined
  /** An id of these values. */
  idOf(values: readonly string[]): string
}

type Options = Pick<EgressSessionOptions, 'grant' | 'credentials' | 'uses' | 'alsoHidden'>
type Ports = { placeholderOf: (secret: string) => string; index: SecretIndex }

const lengthOfShort = 8

export function createSessionCredentials(
  { grant, credentials: bound, uses, alsoHidden }: Options,
  ports: Ports,
): SessionCredentials {
  const credentials = new Map<string, BoundCredential>()
  const withheld: { readonly secret: string; readonly hosts: readonly string[] | undefined }[] = []
  for (const [secret, each] of bound) {
    if (!isWithheld(each)) credentials.set(secret, each)
    else withheld.push({ secret, hosts: each.hosts?.map(canonicalHost) })
  }
  const settings = new Map(
    grant.permissions.secrets.flatMap((name) => {
      const bound = credentials.get(name)
      return bound?.isSetting === true ? [[name, bound.value()] as const] : []
    }),
  )
  const granted = grant.permissions.secrets.filter((name) => !settings.has(name))
  const hosts = grant.permissions.network.egress.map(canonicalHost)
  const placeholders = createPlaceholders(granted, ports.placeholderOf)
  const tokens = new Set<string>()
  const made = new Set<string>()
  const sent = createSentParts()
  const sentOfCaller = createSentParts()
  const scrubbers = new Map<boolean, Scrubber>()
  const redactors = new Map<boolean, Redactor>()

  const allowed = new Map(
    granted.flatMap((secret) => {
      const bound = credentials.get(secret)
      if (bound === undefined) return []
      const both = bound.hosts.map(canonicalHost).filter((host) => hosts.includes(host))
      return [[secret, { hosts: both, value: bound.value() }] as const]
    }),
  )

  function read(secret: string, host: string): string | undefined {
    const found = allowed.get(secret)
    return found?.hosts.includes(host) ? found.value : undefined
  }

  const added = createAddedCredentials({
    uses,
    credentials,
    hostsOf: (secret) => allowed.get(secret)?.hosts ?? [],
    read,
    isDeclared: (host) => hosts.includes(host),
  })

  const secretsOf = (isCallers: boolean): Masked[] =>
    [...allowed].flatMap(([secret, { value }]) =>
      (credentials.get(secret)?.isCallers === true) === isCallers
        ? [{ value, mask: placeholders.byName[secret] ?? '' }]
        : [],
    )
  const ofCaller = secretsOf(true)
  const hidden = (): Masked[] => [
    ...secretsOf(false),
    ...[...added.sentForms, ...tokens].map((value) => ({ value, mask: hiddenMask })),
  ]

  const known = (secrets: readonly Masked[]) => ports.index.knownOf(secrets.map(({ value }) => value))

  return {
    placeholders,
    visible: { ...placeholders.byName, ...Object.fromEntries(settings) },
    async noteSent(request) {
      const [all, callers] = [known(hidden()), known(ofCaller)]
      // A part of another value that the caller chose as its own is a guess too.
      const guesses = ofCaller.map(({ value }) => [value, ''] as const)
      if (all !== undefined) await sent.note(all, { ...request, headers: [...request.headers, ...guesses] })
      if (callers !== undefined) await sentOfCaller.note(callers, request)
    },
    valueFor(secret, host, place) {
      if (added.managed.has(secret)) return blocked('managed_secret', `${secret} is used by the gateway only`)
      if (!allowed.has(secret)) return { kind: 'unconfigured' }
      const value = read(secret, host)
      if (value === undefined) return blocked('secret_host', `${secret} may not go to ${host}`)
      const places = credentials.get(secret)?.places
      if (place !== 'header' && places?.includes(place) === false) {
        return blocked(`secret_${place}`, `${secret} may not go into the ${place} of a request`)
      }
      // A header cannot contain control characters, and a URL no half characters. Elsewhere, the error would be less clear.
      return /[\p{Cc}\p{Cs}]/u.test(value) ? { kind: 'unconfigured' } : { kind: 'value', value }
    },
    keyFor(secret, kind) {
      if (!granted.includes(secret)) return { kind: 'unknown' }
      if (added.managed.has(secret)) return { kind: 'managed' }
      if (credentials.get(secret)?.places?.includes(kind) === false) return { kind: 'unapproved' }
      const value = allowed.get(secret)?.value
      return value === undefined ? { kind: 'unconfigured' } : { kind: 'value', value }
    },
    addedTo(host) {
      const missing = withheld.find(({ hosts }) => hosts === undefined || hosts.includes(host))
      return missing ? { kind: 'unconfigured', secret: missing.secret } : added.to(host)
    },
    hide(token) {
      tokens.add(token)
      scrubbers.clear()
      redactors.clear()
    },
    hideMade(forms) {
      for (const form of forms) made.add(form)
      redactors.clear()
    },
    scrubber({ short }) {
      const found = scrubbers.get(short)
      if (found !== undefined) return found
      const isSearched = ({ value }: Masked) => short || value.length >= lengthOfShort
      const [first, second] = [hidden().filter(isSearched), ofCaller.filter(isSearched)]
      const scrubber = inOrder(
        createScrubber(first, known(first), sent.isSent),
        createScrubber(second, known(second), sentOfCaller.isSent),
      )
      scrubbers.set(short, scrubber)
      return scrubber
    },
    redactor({ short }) {
      const found = redactors.get(short)
      if (found !== undefined) return found
      const searched = (values: readonly string[]) =>
        [...new Set(values)].filter((value) => short || value.length >= lengthOfShort).sort()
      const valuesOf = (masked: readonly Masked[]) => masked.map(({ value }) => value)
      const both = [
        searched([...valuesOf(hidden()), ...made]),
        searched([...valuesOf(ofCaller), ...alsoHidden]),
      ] as const
      // Signatures belong to one execution, so no other one shares what is prepared for them.
      const redactor = made.size === 0 ? ports.index.redactorOf(...both) : createRedactor(...both)
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
