import { commandLine } from '../auth/context.ts'
import type { VaultPorts } from './credentials.ts'
import { sealInEnvelope } from './envelope.ts'
import { shareRing } from './ring-lock.ts'
import { sealedCredentials } from './sealed-tables.ts'

/** The names of credentials with an unencrypted value. `isDone`: no such value remains. */
export type EncryptedRows = { readonly names: readonly string[]; readonly isDone: boolean }

type Row = { readonly id: string; readonly name: string; readonly clear: string }

/** Encrypts the values that another program stored unencrypted. Without `execute`, only returns their names. */
export async function encryptClearRows(
  { db, ring, randomBytes, audit, clock }: VaultPorts,
  execute: boolean,
): Promise<EncryptedRows> {
  return db.$transaction(async (tx) => {
    await shareRing(tx, ring)
    // Locks the rows: an operator who enters a value meanwhile comes first, and this value stays.
    const rows = await tx.$queryRaw<Row[]>`
      select id, name, clear from credentials where clear is not null order by name for update`
    const names = rows.map(({ name }) => name)
    if (!execute || rows.length === 0) return { names, isDone: rows.length === 0 }
    for (const { id, clear } of rows) {
      const sealed = sealInEnvelope(ring(), randomBytes, clear, sealedCredentials.subjectOf(id))
      await tx.credential.update({ where: { id }, data: { ...sealed, clear: null, version: { increment: 1 } } })
    }
    await audit.record(tx, {
      at: new Date(clock.now()),
      by: commandLine.principal,
      action: 'credential.encrypted',
      subject: 'vault',
      detail: { names },
    })
    return { names, isDone: true }
  })
}
