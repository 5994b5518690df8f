import * as z from 'zod'

/** How the gateway adds a value to each request to its hosts. */
export type AddedAs =
  | { readonly kind: 'bearer' }
  | { readonly kind: 'header'; readonly header: string }
  | { readonly kind: 'query'; readonly parameter: string }
  /** The value is the password. */
  | { readonly kind: 'basic'; readonly username: string }
  /** The value is the client secret. The grant must name `token_host`. */
  | {
      readonly kind: 'oauth2'
      readonly token_host: string
      readonly token_path: string
      readonly client_id: string
    }

/**
 * A part of a request, besides its headers, in which a placeholder can stand. Providers repeat these parts in their
 * answers more often than headers, and a repeated value can return in a form that is not searched.
 */
export const RequestPlace = z.enum(['path', 'query', 'body'])
export type RequestPlace = z.infer<typeof RequestPlace>

/** What the platform signs with a value: JSON Web Tokens of a limited lifetime, or any text. */
export const SignatureKind = z.enum(['jwt', 'hmac'])
export type SignatureKind = z.infer<typeof SignatureKind>

/** Where the value of a secret may go, besides headers: into a part of a request, or into a signature. */
export const SecretPlace = z.enum([...RequestPlace.options, ...SignatureKind.options])
export type SecretPlace = z.infer<typeof SecretPlace>

/** A credential bound to one execution. */
export type BoundCredential = {
  /** Identifies the value without revealing it: different values have different versions. */
  readonly version: string
  /** The hosts that may receive the value, as host or host:port. The grant must name the host too. */
  readonly hosts: readonly string[]
  /** True: the caller chose the value, so it may be a guess at another one. */
  readonly isCallers?: boolean
  /** True: a setting, not a secret; scripts read its value. Absent: scripts see a placeholder. */
  readonly isSetting?: boolean
  /**
   * Where a script may use the secret, besides headers. Absent: anywhere, because the credential belongs to a skill, whose
   * code and permissions an operator approved.
   */
  readonly places?: readonly SecretPlace[]
  /** A function, so that printing the object does not print the value. The value is never empty. */
  readonly value: () => string
  /** Ignored if the manifest's `credentials` name the secret. Absent: the value replaces a placeholder. */
  readonly addedAs?: AddedAs
}

/**
 * A credential that somebody stored, or that a profile was approved for, and that has no usable value: it is expired,
 * emptied, deleted or replaced. Nothing is sent to its hosts, because a request without the credential is another one
 * than the one that was approved.
 */
export type WithheldCredential = {
  readonly version: 'withheld'
  readonly value?: undefined
  /** As host or host:port. Absent: they are not known, so no host gets anything. */
  readonly hosts?: readonly string[]
  /** Why it has no value, and the remedy, for the operator. */
  readonly why: string
}

/**
 * The credentials of one execution by the names of its granted secrets, bound once at admission. Names that have never
 * had a value are absent.
 */
export type BoundCredentials = ReadonlyMap<string, BoundCredential | WithheldCredential>

export const isWithheld = (bound: BoundCredential | WithheldCredential): bound is WithheldCredential =>
  bound.value === undefined

/**
 * A text that is equal for two executions exactly if each of `secrets` has the same version in both. Keeps results of
 * different credentials apart.
 */
export function credentialsId(secrets: readonly string[], bound: BoundCredentials): string {
  return JSON.stringify(secrets.map((secret) => [secret, bound.get(secret)?.version ?? null]))
}
