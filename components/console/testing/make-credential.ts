import type { ConsoleCredential } from '#lib/console/model/console-credential.ts'
import type { CredentialView } from '#lib/platform/model/credential-schema.ts'

/** A stored credential, as the server answers a change of it. */
export const stored: CredentialView = {
  name: 'SALES_KEY',
  description: '',
  use: { kind: 'bearer' },
  hosts: ['api.example.com'],
  value_exists: true,
  expires_at: null,
  last_used_at: null,
  updated_at: '2026-11-20T10:00:00.000Z',
}

/** A stored credential that no profile and no skill uses, but for the given fields. */
export const makeCredential = (fields: Partial<ConsoleCredential> = {}): ConsoleCredential => ({
  ...stored,
  profiles: [],
  profiles_total: 0,
  skills: [],
  ...fields,
})
