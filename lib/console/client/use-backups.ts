import { BackupPlan } from '#lib/platform/model/backup-plan.ts'
import { ConsoleBackups, type RunKind, RunStarted } from '../model/console-backups.ts'
import { useConsoleChange, useConsoleQuery } from './use-console.ts'

const pollMs = 30_000
/** While a run that the page shows has not ended. */
const runningMs = 2_000

export const useBackups = () =>
  useConsoleQuery(ConsoleBackups, '/backups', {
    pollMs: (read) => (read?.runs.some(({ state }) => state === 'running') ? runningMs : pollMs),
  })

export const useSetPlan = () =>
  useConsoleChange(BackupPlan, {
    path: () => '/backups',
    body: (plan: BackupPlan) => plan,
    invalidates: ['/backups', '/overview'],
  })

export const useStartRun = () =>
  useConsoleChange(RunStarted, {
    path: () => '/backup-runs',
    body: (kind: RunKind) => ({ kind }),
    invalidates: ['/backups'],
  })
