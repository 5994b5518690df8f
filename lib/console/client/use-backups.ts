import { useMutation } from '@tanstack/react-query'
import { saveFile } from '#lib/platform/client/save-file.ts'
import { BackupPlan } from '#lib/platform/model/backup-plan.ts'
import { ConsoleBackupFiles, ConsoleBackups, type RunKind, RunStarted } from '../model/console-backups.ts'
import { type ConsoleError, readConsoleFile } from './call-console.ts'
import { showChange, useConsoleChange, useConsoleQuery } from './use-console.ts'

const pollMs = 30_000
/** While a run that the page shows has not ended. */
const runningMs = 2_000

export const useBackups = () =>
  useConsoleQuery(ConsoleBackups, '/backups', {
    pollMs: (read) => (read?.runs.some(({ state }) => state === 'running') ? runningMs : pollMs),
  })

export const useBackupFiles = () => useConsoleQuery(ConsoleBackupFiles, '/backup-files')

/** Saves a kept backup as a file. */
export const useDownload = () =>
  useMutation<unknown, ConsoleError, string>({
    mutationFn: async (name) => saveFile(name, await readConsoleFile(`/backup-files/${name}`, { method: 'POST' })),
  })

export const useSetPlan = () =>
  useConsoleChange(BackupPlan, {
    path: () => '/backups',
    body: (plan: BackupPlan) => plan,
    invalidates: ['/backups', '/backup-files', '/overview'],
    shows: showChange('/backups', ConsoleBackups, (backups, plan: BackupPlan) => ({ ...backups, plan })),
  })

export const useStartRun = () =>
  useConsoleChange(RunStarted, {
    path: () => '/backup-runs',
    body: (kind: RunKind) => ({ kind }),
    invalidates: ['/backups'],
  })
