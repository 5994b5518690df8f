import { LogArgs } from '../contract/host-calls.ts'
import { end, type HostOperation, ordinary } from './operation.ts'

/** Logs a line. The answer is null. Log lines have a byte budget (`createLogBudget`) instead of a count. */
export const consoleLogOperation: HostOperation = {
  ...ordinary,
  isCounted: false,
  isAwaited: false,
  shown(args, redact) {
    const line = LogArgs.safeParse(args).data
    return line === undefined ? redact.json(args) : { ...line, text: redact.text(line.text) }
  },
  open:
    ({ session, log }) =>
    (args) => {
      const line = LogArgs.safeParse(args).data
      if (line === undefined) return end('SKILL_CRASHED', 'a malformed log line')
      log(line.level, session.redact.text(line.text))
      return { kind: 'value', value: null }
    },
}
