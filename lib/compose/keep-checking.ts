import type { AuditChecks } from '#lib/platform/server/audit/audit-checks.ts'
import type { Log } from '#runner/core/ports.ts'

const everyMs = 60 * 60 * 1000

/** Checks the whole audit trail once a day, until `opened` is disposed. */
export function keepChecking(checks: AuditChecks, log: Pick<Log, 'warn'>, opened: AsyncDisposableStack): void {
  const look = () => {
    checks.startIfDue().catch((cause: unknown) => log.warn('the last check of the audit trail is not known', { cause }))
  }
  look()
  const timer = setInterval(look, everyMs).unref()
  opened.defer(() => clearInterval(timer))
}
