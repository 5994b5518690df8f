import { LogArgs } from '../contract/operations/console.ts'
import { end, operationOf } from './operation.ts'

export const consoleOperations = {
  /** Logs a line. The answer is null. Log lines do not count as host calls: `guest-log.ts` limits their number, `log-budget.ts` their bytes. */
  'console.log': operationOf('console.log', {
    shown(args, redact) {
      const line = LogArgs.safeParse(args).data
      return line === undefined ? redact.json(args) : { ...line, text: redact.text(line.text) }
    },
    barred: (_, line) => (line === undefined ? end('SKILL_CRASHED', 'a malformed log line') : undefined),
    open:
      ({ session, log }) =>
      ({ level, text }) => {
        log(level, session.redact.text(text))
        return { kind: 'value', value: null }
      },
  }),
}
