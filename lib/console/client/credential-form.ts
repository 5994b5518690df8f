import type { FieldError, Resolver } from 'react-hook-form'
import type * as z from 'zod'
import {
  ChangedCredential,
  type CredentialUse,
  type CredentialView,
  NewCredential,
} from '#lib/platform/model/credential-schema.ts'
import { inputWords } from '#runner/contract/input-words.ts'
import { dayOf, endOfDay } from './console-time.ts'
import { isHalfTyped, sentenceOf } from './mark-refused.ts'

/** The fields of the form as text. The kind decides which of them are used. */
export type CredentialFormValues = {
  name: string
  description: string
  kind: CredentialUse['kind']
  value: string
  username: string
  header: string
  parameter: string
  client_id: string
  /** Like https://auth.example.com/oauth2/token. */
  token_url: string
  /** Separated by spaces, commas or line breaks. */
  hosts: string
  /** The last valid day, like 2027-01-31. Empty if the credential never expires. */
  expires: string
}
export type CredentialField = keyof CredentialFormValues

export const emptyCredential: CredentialFormValues = {
  name: '',
  description: '',
  kind: 'bearer',
  value: '',
  username: '',
  header: '',
  parameter: '',
  client_id: '',
  token_url: '',
  hosts: '',
  expires: '',
}

/** A stored credential, as far as the form needs it. */
export type StoredCredential = Pick<
  CredentialView,
  'name' | 'description' | 'use' | 'hosts' | 'expires_at' | 'updated_at'
>

/**
 * The form of a stored credential, without its value: if the value stays empty, the stored value remains. `zone`: where
 * the days of the form begin.
 */
export function valuesOf(
  { name, description, use, hosts, expires_at }: StoredCredential,
  zone: string,
): CredentialFormValues {
  const values = { ...emptyCredential, name, description, kind: use.kind, hosts: hosts.join(' ') }
  const expires = expires_at === null ? '' : dayOf(expires_at, zone)
  if (use.kind !== 'oauth2') {
    const { kind: _, ...detail } = use
    return { ...values, ...detail, expires }
  }
  const { token_host, token_path, client_id } = use
  return { ...values, client_id, token_url: `https://${token_host}${token_path}`, expires }
}

export type CredentialInput = z.input<typeof NewCredential>
export type CredentialChange = z.input<typeof ChangedCredential>

export function credentialOf(values: CredentialFormValues, zone: string): CredentialInput {
  const { name, description, value, expires } = values
  return {
    name: name.trim(),
    description,
    use: kindDetailOf(values),
    hosts: values.kind === 'setting' ? [] : hostsOf(values.hosts),
    expires_at: expires === '' ? null : endOfDay(expires, zone),
    ...(value === '' ? {} : { value }),
  }
}

/**
 * The change of a stored credential, which the operator saw. Its name cannot change. An expiry whose day is not changed
 * keeps its second: it may be the end of this day in another zone.
 */
export function changeOf(
  values: CredentialFormValues,
  { expires_at, updated_at }: Pick<StoredCredential, 'expires_at' | 'updated_at'>,
  zone: string,
): CredentialChange {
  const { name: _, ...change } = credentialOf(values, zone)
  const isKept = expires_at !== null && values.expires === dayOf(expires_at, zone)
  return { ...change, ...(isKept ? { expires_at } : {}), updated_at }
}

export const fieldNames: readonly CredentialField[] = Object.keys(emptyCredential).filter(isField)

export const hostsOf = (text: string): string[] =>
  text
    .toLowerCase()
    .split(/[\s,;]+/)
    .filter(Boolean)

function kindDetailOf({
  kind,
  username,
  header,
  parameter,
  client_id,
  token_url,
}: CredentialFormValues): CredentialUse {
  switch (kind) {
    case 'plain':
    case 'setting':
    case 'bearer':
      return { kind }
    case 'basic':
      return { kind, username }
    case 'header':
      return { kind, header: header.trim() }
    case 'query':
      return { kind, parameter: parameter.trim() }
    case 'oauth2': {
      const [, host = '', path = ''] = /^(?:https:\/\/)?([^/]*)(.*)$/i.exec(token_url.trim()) ?? []
      return { kind, client_id: client_id.trim(), token_host: host.toLowerCase(), token_path: path }
    }
  }
}

const fieldsOfPaths: Readonly<Record<string, CredentialField>> = {
  'use.token_host': 'token_url',
  'use.token_path': 'token_url',
  expires_at: 'expires',
}

/** The form's field for a path in the credential, such as `hosts.0` or `use.username`. */
export function fieldOf(path: string): CredentialField {
  const [first = '', second = ''] = path.split('.')
  const found = fieldsOfPaths[path] ?? fieldsOfPaths[first] ?? (first === 'use' ? second : first)
  return isField(found) ? found : 'value'
}

function isField(name: string): name is CredentialField {
  return Object.hasOwn(emptyCredential, name)
}

/** Parse options that give the same messages as the routes. */
export const inWords = { error: inputWords, reportInput: true } as const

type ResolverOptions = {
  /** The credential that the form changes: with an empty value, the stored value remains. Null: a new one. */
  readonly stored: StoredCredential | null
  /** The form is for a value to use, so the value must be given and must not be expired. */
  readonly needsValue: boolean
  readonly zone: string
}

/** Checks the form with the schema of the route, so that both agree. */
export const credentialResolver =
  ({ stored, needsValue, zone }: ResolverOptions): Resolver<CredentialFormValues> =>
  (values, _, { fields }) => {
    const parsed =
      stored === null
        ? NewCredential.safeParse(credentialOf(values, zone), inWords)
        : ChangedCredential.safeParse(changeOf(values, stored, zone), inWords)
    const { expires_at } = credentialOf(values, zone)
    const errors: Partial<Record<CredentialField, FieldError>> = {}
    if (isHalfTyped(fields, 'expires')) errors.expires = { type: 'bad', message: 'Enter the whole date, or none.' }
    for (const { path, message } of parsed.error?.issues ?? []) {
      errors[fieldOf(path.join('.'))] ??= { type: 'invalid', message: sentenceOf(message) }
    }
    if (needsValue && values.value === '') errors.value ??= { type: 'required', message: 'Enter the value.' }
    if (needsValue && expires_at && Date.parse(expires_at) <= Date.now()) {
      errors.expires ??= { type: 'past', message: 'This day is past: choose a later one, or none.' }
    }
    return Object.keys(errors).length > 0 ? { values: {}, errors } : { values, errors: {} }
  }
