import { createHash } from 'node:crypto'
import type { CredentialBroker } from '#runner/ports.ts'

export type EnvironmentBrokerOptions = {
  /** Secret name → hosts that its value may go to. A name that is not in here does not exist. */
  readonly credentials: ReadonlyMap<string, readonly string[]>
  /** Where the values are read from. Only names in `credentials` are ever looked up. */
  readonly values: Readonly<Record<string, string | undefined>>
}

/** What the operator allows when he says nothing. */
export const defaultCredentials: ReadonlyMap<string, readonly string[]> = new Map([
  ['AMADEUS_API_KEY', ['api.amadeus.com']],
  ['AMADEUS_API_SECRET', ['api.amadeus.com']],
])

/** Serves secrets from environment variables, each to the hosts named for it. An empty value is none. */
export function createEnvironmentBroker({ credentials, values }: EnvironmentBrokerOptions): CredentialBroker {
  const secrets = new Map<string, { value: string; hosts: ReadonlySet<string> }>()
  for (const [name, hosts] of credentials) {
    const value = Object.hasOwn(values, name) ? values[name] : undefined
    if (value) secrets.set(name, { value, hosts: new Set(hosts.map(canonical)) })
  }
  return {
    valueFor(secret, host) {
      const found = secrets.get(secret)
      return found?.hosts.has(canonical(host)) ? found.value : undefined
    },
    fingerprint(secret) {
      const found = secrets.get(secret)
      if (found === undefined) return undefined
      return createHash('sha256').update(`${secret}\0${found.value}`).digest('hex').slice(0, 16)
    },
  }
}

function canonical(host: string): string {
  return host.toLowerCase().replace(/:443$/, '')
}
