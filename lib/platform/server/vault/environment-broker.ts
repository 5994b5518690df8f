import type { CredentialBroker } from '#runner/core/ports.ts'
import { versionOf } from '#runner/run/bind-credentials.ts'

/** A secret from the environment and the allowed hosts of its value. `value` is absent if unset. */
export type EnvironmentCredential = { readonly hosts: readonly string[]; readonly value: string | undefined }

/** A broker that can list the names that it serves. */
export type ListingBroker = CredentialBroker & {
  /** The names of all secrets that have a value now. Does not count as a use. */
  configuredNames(): Promise<ReadonlySet<string>>
}

/**
 * Serves the operator's secrets by name, to every principal alike. An empty value counts as unset. `unnamed`: set
 * variables that could be credentials but are not named in TRAVEL_CREDENTIALS.
 */
export function createEnvironmentBroker(
  credentials: ReadonlyMap<string, EnvironmentCredential>,
  unnamed: ReadonlySet<string> = new Set(),
): ListingBroker {
  return {
    configuredNames: async () => new Set([...credentials].flatMap(([name, { value }]) => (value ? [name] : []))),
    whyMissing: (secret, hosts) => {
      if (credentials.has(secret)) return `${secret} is not set: set it in the environment or in .env`
      const entry = JSON.stringify({ [secret]: hosts })
      return unnamed.has(secret)
        ? `${secret} is set, but TRAVEL_CREDENTIALS does not name it: add ${entry} to TRAVEL_CREDENTIALS`
        : `${secret} is not set, and TRAVEL_CREDENTIALS does not name it: set it, and add ${entry} to TRAVEL_CREDENTIALS`
    },
    bind: async (_, secrets) =>
      new Map(
        secrets.flatMap((secret) => {
          const { value, hosts = [] } = credentials.get(secret) ?? {}
          return value ? [[secret, { version: versionOf(secret, value), hosts, value: () => value }] as const] : []
        }),
      ),
  }
}

/** A provider's credential and its variables, of which all or none must be set. */
type KnownCredential = { readonly host: string; readonly names: readonly string[] }

/**
 * The credentials that the environment can set without an entry in TRAVEL_CREDENTIALS. Only providers that have a
 * stand-in are in this list.
 */
export const knownCredentials: readonly KnownCredential[] = [
  { host: 'api.amadeus.com', names: ['AMADEUS_API_KEY', 'AMADEUS_API_SECRET'] },
]
