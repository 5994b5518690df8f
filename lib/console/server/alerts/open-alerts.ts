import type { Log } from '#runner/core/ports.ts'
import { type AlertPorts, alertOperators } from './alert-operators.ts'

/** "At once" is within this time. */
const everyMs = 60_000

/** Looks for what waits, again and again, until disposed. */
export function openAlerts(ports: AlertPorts, log: Pick<Log, 'error'>): AsyncDisposable {
  let running: Promise<void> = Promise.resolve()
  const look = () => {
    running = running
      .then(() => alertOperators(ports))
      .catch((cause: unknown) => log.error('an alert to the operator failed', { cause }))
  }
  const timer = setInterval(look, everyMs)
  timer.unref()
  return {
    async [Symbol.asyncDispose]() {
      clearInterval(timer)
      await running
    },
  }
}
