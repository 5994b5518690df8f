import { setTimeout } from 'node:timers/promises'
import { type BackupOptions, writeBackup } from '../write-backup.ts'
import { restoreTest } from './restore-test.ts'

/** What `runApart` runs. */
export const jobs = {
  backup: (options: Omit<BackupOptions, 'rest'>) => writeBackup({ ...options, rest: setTimeout }),
  restore_test: restoreTest,
}
export type Jobs = typeof jobs
export type Order<Kind extends keyof Jobs> = { readonly kind: Kind; readonly options: Parameters<Jobs[Kind]>[0] }
