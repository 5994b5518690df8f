import { randomBytes } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { principalFrom } from '#runner/contract/principal.ts'
import type { AuditRecord } from '../audit/audit-record.ts'
import { contextOf } from '../auth/context.ts'
import type { TestDatabase } from '../db/testing.ts'
import { openVault, type Vault } from './open-vault.ts'

export const encryptionKey = new Uint8Array(32).fill(5)
export const operator = contextOf(principalFrom('main', { id: 'user_operator', role: 'operator' }))

/** A vault with a test database and its own data folder, and with a clock that the test moves. */
export async function openTestVault(database: TestDatabase) {
  const dataDir = await mkdtemp(join(tmpdir(), 'travel-vault-'))
  const records: AuditRecord[] = []
  const logged: string[] = []
  let now = Date.UTC(2026, 10, 22)
  const ports = {
    db: database.client,
    audit: { record: async (_: unknown, ...added: readonly AuditRecord[]) => void records.push(...added) },
    clock: { now: () => now },
  }
  const open = (key = encryptionKey): Promise<Vault> =>
    openVault({
      ...ports,
      dataDir,
      encryptionKey: key,
      randomBytes,
      log: { error: (sentence: string) => void logged.push(sentence) },
    })
  return {
    vault: await open(),
    ports,
    /** Opens the vault again, as another process with the same database and data folder would. */
    open,
    dataDir,
    records,
    logged,
    pass(ms: number) {
      now += ms
    },
    [Symbol.asyncDispose]: () => rm(dataDir, { recursive: true, force: true }),
  }
}

/** Changes a credential as an operator does who sees its newest fields. */
export async function changeCredential({ credentials }: Pick<Vault, 'credentials'>, name: string, fields: object) {
  const found = (await credentials.list()).find((one) => one.name === name)
  return credentials.change(operator, name, { ...fields, updated_at: found?.updated_at })
}
