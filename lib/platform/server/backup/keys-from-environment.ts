import type { Env } from '../env/env.ts'
import type { BackupOptions } from './write-backup.ts'

/** The instance's secrets that the environment sets, which a backup does not contain. */
export const keysFromEnvironment = ({
  sessionKey,
  encryptionKey,
}: Pick<Env, 'sessionKey' | 'encryptionKey'>): BackupOptions['keysFromEnvironment'] => [
  ...(sessionKey ? [{ name: 'session-key', key: sessionKey } as const] : []),
  ...(encryptionKey ? [{ name: 'encryption-key', key: encryptionKey } as const] : []),
]
