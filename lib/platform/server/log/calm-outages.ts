import type { Log } from '#runner/core/ports.ts'
import { isDatabaseAway } from '../db/database-error.ts'

const everyMs = 1_000

/**
 * Writes each failure for lack of the database at most once a second: in an outage, every request and every job has one.
 * The next line says how many were `omitted`.
 */
export function calmOutages(log: Log): Log {
  const written = new Map<string, { readonly at: number; omitted: number }>()
  const calm =
    (level: 'warn' | 'error'): Log['error'] =>
    (message, fields = {}) => {
      if (!isDatabaseAway(fields.cause)) return log[level](message, fields)
      const now = performance.now()
      const last = written.get(message)
      if (last !== undefined && now - last.at < everyMs) {
        last.omitted += 1
        return
      }
      written.set(message, { at: now, omitted: 0 })
      log[level](message, last?.omitted ? { ...fields, omitted: last.omitted } : fields)
    }
  return { ...log, warn: calm('warn'), error: calm('error') }
}
