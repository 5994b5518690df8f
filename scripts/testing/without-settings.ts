import { remedies } from '#lib/platform/server/env/variables.ts'
import { knownCredentials } from '#lib/platform/server/vault/environment-broker.ts'

/**
 * Keeps the developer's own settings from the apps and commands under test: an empty variable counts as not set, and
 * `.env` does not replace it.
 */
export const withoutSettings: Readonly<Record<string, string>> = Object.fromEntries(
  [...Object.keys(remedies), ...knownCredentials.flatMap((known) => known.names)].map((name) => [name, '']),
)
