import { createHash } from 'node:crypto'
import { canonicalHost } from '#runner/egress/target.ts'
import type { CredentialBroker } from '#runner/ports.ts'

/** A secret of the environment's, with the hosts that its value may go to. `value` is absent when it is not set. */
export type EnvironmentCredential = { readonly hosts: readonly string[]; readonly value: string | undefined }

/** Serves secrets by name, each to its hosts. An empty value is none. */
export function createEnvironmentBroker(credentials: ReadonlyMap<string, EnvironmentCredential>): CredentialBroker {
  return {
    valueFor(secret, host) {
      const { value, hosts = [] } = credentials.get(secret) ?? {}
      return value && hosts.map(canonicalHost).includes(canonicalHost(host)) ? value : undefined
    },
    fingerprint(secret) {
      const value = credentials.get(secret)?.value
      return value ? createHash('sha256').update(`${secret}\0${value}`).digest('hex').slice(0, 16) : undefined
    },
  }
}
