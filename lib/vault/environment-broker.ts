import { versionOf } from '#runner/bind-credentials.ts'
import type { CredentialBroker } from '#runner/ports.ts'

/** A secret of the environment's, with the hosts that its value may go to. `value` is absent when it is not set. */
export type EnvironmentCredential = { readonly hosts: readonly string[]; readonly value: string | undefined }

/** Serves the operator's secrets by name, to every principal alike. An empty value is none. */
export function createEnvironmentBroker(credentials: ReadonlyMap<string, EnvironmentCredential>): CredentialBroker {
  return {
    bind: async (_, secrets) =>
      new Map(
        secrets.flatMap((secret) => {
          const { value, hosts = [] } = credentials.get(secret) ?? {}
          return value ? [[secret, { version: versionOf(secret, value), hosts, value: () => value }] as const] : []
        }),
      ),
  }
}
