import type { AddedAs, BoundCredential } from '../contract/bound-credentials.ts'
import { type Blocked, blocked } from '../contract/end-cause.ts'
import { type CredentialUse, secretsOf } from '../contract/manifest.ts'
import { type AddedField, authorization, isSamePlace, type Place, placeOf, whyNoCredential } from './added-fields.ts'
import { canonicalHost } from './target.ts'

/** The token endpoint of a session's OAuth2 tokens, and the client credentials for it. */
export type TokenSource = {
  /** The canonical host of the token endpoint. */
  readonly host: string
  readonly path: string
  readonly client: { readonly id: string; readonly secret: string }
}

/** What the gateway adds to each request to one host. */
export type Added = {
  readonly kind: 'added'
  readonly fields: readonly AddedField[]
  /** A token from this source is added as `authorization`. */
  readonly token: TokenSource | undefined
}
export type AddedOutcome = Added | { readonly kind: 'unconfigured'; readonly secret: string } | Blocked

type AddedCredentials = {
  /** The secrets that only the gateway may send. */
  readonly managed: ReadonlySet<string>
  /** The forms in which secrets are sent, if different from the secret: the Base64 of user name and password. */
  readonly sentForms: readonly string[]
  to(host: string): AddedOutcome
}

type Options = {
  readonly uses: Readonly<Record<string, CredentialUse>>
  readonly credentials: ReadonlyMap<string, BoundCredential>
  /** The canonical hosts to which a secret may be sent. Empty: the secret has no value, or is not granted. */
  hostsOf(secret: string): readonly string[]
  /** The value of a secret. `undefined`: the secret may not be sent to the host. */
  read(secret: string, host: string): string | undefined
  isDeclared(host: string): boolean
}

/** One credential. */
type Entry = {
  readonly name: string
  readonly hosts: readonly string[]
  readonly place: Place
  /** What the credential adds to a request to `host`, which is one of `hosts`. */
  to(host: string): Part
}
type Part = AddedField | TokenSource | Exclude<AddedOutcome, Added>

const word = /^[\x21-\x7e]+$/
/** Text that a header can carry unchanged: printable Latin-1 without leading or trailing spaces. */
const headerText = /^(?! )[\x20-\x7e\xa0-\xff]+(?<! )$/
const printable = /^\P{Cc}+$/u
const userName = /^[^:\p{Cc}]+$/u

/** The credentials that the gateway adds: those of the manifest, and bound ones that state how they are added. */
export function createAddedCredentials(options: Options): AddedCredentials {
  const { uses, credentials, hostsOf } = options
  const ofManifest = Object.values(uses)
  const named = new Set(ofManifest.flatMap((use) => secretsOf(use).map(([, secret]) => secret)))
  const stored = [...credentials].flatMap(([secret, { addedAs }]) =>
    addedAs === undefined || named.has(secret) || hostsOf(secret).length === 0 ? [] : [{ secret, addedAs }],
  )
  const entries = [
    ...ofManifest.map((use) => entryOfUse(use, options)),
    ...stored.map(({ secret, addedAs }) => entryOfStored(secret, addedAs, options)),
  ]
  const sentForms = entries.flatMap(({ hosts, to }) => {
    const [host = ''] = hosts
    const part = to(host)
    return 'in' in part && part.value.startsWith('Basic ') ? [part.value.slice('Basic '.length)] : []
  })

  return {
    managed: new Set([...named, ...stored.map(({ secret }) => secret)]),
    sentForms,
    to(host) {
      const found = entries.filter(({ hosts }) => hosts.includes(host))
      const fields: AddedField[] = []
      let token: TokenSource | undefined
      for (const [index, { name, place, to }] of found.entries()) {
        const other = found.slice(0, index).find((before) => isSamePlace(before.place, place))
        if (other !== undefined)
          return blocked('added_credentials', `${other.name} and ${name} are both sent as ${place.name} to ${host}`)
        const why = whyNoCredential(place)
        if (why !== undefined) return blocked('added_credentials', `${name} may not be sent as ${place.name}: ${why}`)
        const part = to(host)
        if ('kind' in part) return part
        if ('in' in part) fields.push(part)
        else token = part
      }
      return { kind: 'added', fields, token }
    },
  }
}

const unconfigured = (secret: string) => ({ kind: 'unconfigured', secret }) as const

/** Reads the value of a secret for a host. `undefined`: there is none, or it does not match `fit`. */
type ReadFit = (secret: string, host: string, fit: RegExp) => string | undefined

const readFit =
  ({ read }: Options): ReadFit =>
  (secret, host, fit) => {
    const value = read(secret, host)
    return value !== undefined && fit.test(value) ? value : undefined
  }

function entryOfUse(use: CredentialUse, options: Options): Entry {
  const read = readFit(options)
  const host = canonicalHost(use.host)
  const [name = ''] = secretsOf(use).map(([, secret]) => secret)
  const of = { name, hosts: [host] }
  switch (use.kind) {
    case 'bearer':
    case 'header':
    case 'query':
      return { ...of, ...single(use.secret, use, read) }
    case 'basic':
      return {
        ...of,
        place: authorization,
        to() {
          const username = read(use.username, host, userName)
          if (username === undefined) return unconfigured(use.username)
          const password = read(use.password, host, printable)
          return password === undefined ? unconfigured(use.password) : basicField(username, password)
        },
      }
    case 'oauth2_client_credentials':
      return {
        ...of,
        place: authorization,
        to() {
          const id = read(use.client_id, host, printable)
          if (id === undefined) return unconfigured(use.client_id)
          const secret = read(use.client_secret, host, printable)
          return secret === undefined
            ? unconfigured(use.client_secret)
            : { host, path: use.token_path, client: { id, secret } }
        },
      }
  }
}

function entryOfStored(secret: string, addedAs: AddedAs, options: Options): Entry {
  const read = readFit(options)
  const of = { name: secret, hosts: options.hostsOf(secret) }
  switch (addedAs.kind) {
    case 'bearer':
    case 'header':
    case 'query':
      return { ...of, ...single(secret, addedAs, read) }
    case 'basic':
      return {
        ...of,
        place: authorization,
        to(host) {
          const password = read(secret, host, printable)
          return password === undefined ? unconfigured(secret) : basicField(addedAs.username, password)
        },
      }
    case 'oauth2':
      return {
        ...of,
        place: authorization,
        to(host) {
          const tokenHost = canonicalHost(addedAs.token_host)
          if (!options.isDeclared(tokenHost))
            return blocked('added_credentials', `the token endpoint's host ${tokenHost} is undeclared`)
          const value = read(secret, host, printable)
          return value === undefined
            ? unconfigured(secret)
            : { host: tokenHost, path: addedAs.token_path, client: { id: addedAs.client_id, secret: value } }
        },
      }
  }
}

type Single = Extract<AddedAs, { kind: 'bearer' | 'header' | 'query' }>

/** A credential of one secret that is sent without encoding. */
function single(secret: string, use: Single, read: ReadFit): Pick<Entry, 'place' | 'to'> {
  const place = placeOf(use)
  const fit = use.kind === 'bearer' ? word : use.kind === 'header' ? headerText : printable
  return {
    place,
    to(host) {
      const value = read(secret, host, fit)
      if (value === undefined) return unconfigured(secret)
      return { ...place, value: use.kind === 'bearer' ? `Bearer ${value}` : value }
    },
  }
}

function basicField(username: string, password: string): AddedField {
  return { ...authorization, value: `Basic ${Buffer.from(`${username}:${password}`).toString('base64')}` }
}
