import { openVault } from '#lib/platform/server/vault/open-vault.ts'
import { type Base, type ComposeOptions, openBase } from './open-base.ts'

/** The stored credentials of this instance alone, for a command. */
export const openCredentials = async (options: ComposeOptions, opened: AsyncDisposableStack) =>
  openVaultOf(await openBase(options, opened))

export const openVaultOf = ({ env, db, secrets, audit, clock, randomBytes, log, corrected }: Base) =>
  openVault({
    db,
    dataDir: env.dataDir,
    encryptionKey: secrets.encryptionKey,
    audit,
    clock,
    randomBytes,
    log,
    corrected,
  })
