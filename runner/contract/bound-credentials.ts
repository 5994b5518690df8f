/** A credential as one execution has it. */
export type BoundCredential = {
  /** Stands for the value, and tells nothing about it: another value has another version. */
  readonly version: string
  /** Where it may go, as host or host:port. The grant has to name the host too. */
  readonly hosts: readonly string[]
  /** A function, so that nothing that prints an object prints the value. Never empty. */
  readonly value: () => string
}

/**
 * What one execution has under the names of its granted secrets, decided once, when it is admitted. A name without a
 * value is absent.
 */
export type BoundCredentials = ReadonlyMap<string, BoundCredential>

/** One text for equal versions of `secrets`. What ran with one set of credentials is never taken for what ran with another. */
export function credentialsId(secrets: readonly string[], bound: BoundCredentials): string {
  return JSON.stringify(secrets.map((secret) => [secret, bound.get(secret)?.version ?? null]))
}
