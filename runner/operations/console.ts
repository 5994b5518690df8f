import { LogArgs } from '../contract/operations/console.ts'
import { redactingText } from '../redact/redact-in-slices.ts'
import { runInSlices } from '../slices/run-in-slices.ts'
import { end, operationOf, withoutLong } from './operation.ts'

export const consoleOperations = {
  /** Logs a line. The answer is null. Log lines do not count as host calls: `runtimes/wasm/execution.ts` limits their number, `journal/printed.ts` their bytes. */
  'console.log': operationOf('console.log', {
    shown(args, redact) {
      const shown = withoutLong(args)
      const line = LogArgs.safeParse(shown).data
      return line === undefined ? redact.json(shown) : { ...line, text: redact.text(line.text) }
    },
    barred: (_, line) => (line === undefined ? end('SKILL_CRASHED', 'a malformed log line') : undefined),
    open({ session, log }) {
      let last = Promise.resolve()
      return ({ level, text }) => {
        // In slices, because a line may be long, and in their order.
        last = last.then(async () => log(level, await runInSlices(redactingText(text, session.redact))))
        return { kind: 'value', value: null }
      }
    },
  }),
}
