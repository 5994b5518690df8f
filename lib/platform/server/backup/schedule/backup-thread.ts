import { setTimeout } from 'node:timers/promises'
import { parentPort, workerData } from 'node:worker_threads'
import { lowerPriority } from '#runner/core/lower-priority.ts'
import { type BackupOptions, writeBackup } from '../write-backup.ts'
import { restoreTest } from './restore-test.ts'

/** What `run-apart.ts` runs here. */
const jobs = {
  backup: (options: Omit<BackupOptions, 'rest'>) => writeBackup({ ...options, rest: setTimeout }),
  restore_test: restoreTest,
}
export type Jobs = typeof jobs
export type Order<Kind extends keyof Jobs> = { readonly kind: Kind; readonly options: Parameters<Jobs[Kind]>[0] }

lowerPriority()
const { kind, options }: Order<'backup'> | Order<'restore_test'> = workerData
parentPort?.postMessage(await (kind === 'backup' ? jobs.backup(options) : jobs.restore_test(options)))
