import { ConsoleSystem } from '../model/console-system.ts'
import { useConsoleChange, useConsoleQuery } from './use-console.ts'

const pollMs = 10_000
/** While a check of the audit trail runs. */
const checkingMs = 1_000

export const useSystem = () =>
  useConsoleQuery(ConsoleSystem, '/system', {
    pollMs: (read) => (read?.audit_check.state === 'running' ? checkingMs : pollMs),
  })

export const useAuditCheck = () =>
  useConsoleChange(ConsoleSystem, { path: () => '/audit-check', invalidates: ['/system'] })
