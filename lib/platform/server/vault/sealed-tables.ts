import { Prisma } from '../db/generated/client.ts'

/** A table whose rows hold an envelope in `sealed`, under the key in `key_id`. */
export type SealedTable = {
  readonly table: Prisma.Sql
  /** The column whose value identifies a row to the operator. */
  readonly label: Prisma.Sql
  /** The subject of a row's envelope. The envelope opens only for this subject. */
  subjectOf(id: string): string
}

const sealedTable = (table: string, label: string, subject: string): SealedTable => ({
  table: Prisma.raw(table),
  label: Prisma.raw(label),
  subjectOf: (id) => `${subject} ${id}`,
})

export const sealedCredentials = sealedTable('credentials', 'name', 'credential')
export const sealedProfiles = sealedTable('profiles', 'id', 'profile')
export const sealedPublisherKeys = sealedTable('publisher_keys', 'id', 'publisher key')
export const sealedAgentSecrets = sealedTable('agent_secrets', 'id', 'agent secret')

/** Every table whose values a rotation encrypts again. */
export const sealedTables: readonly SealedTable[] = [
  sealedCredentials,
  sealedProfiles,
  sealedPublisherKeys,
  sealedAgentSecrets,
]
