import { LogArgs } from '../contract/host-calls.ts'
import { end, type HostOperation, ordinary } from './operation.ts'

/** A line for the log. The answer is null. Lines have a budget of bytes in the place of a count: `createLogBudget`. */
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
