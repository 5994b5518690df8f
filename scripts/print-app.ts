import { createInterface } from 'node:readline'
import type { Readable } from 'node:stream'
import { createLogger } from '#lib/log/logger.ts'

/** Next says at its start where it listens; the one line with the URL is ours. */
const nextBanner =
  /^\s*(▲ Next\.js|- (Local|Network|Environments|Experiments)\b.*|✓ (Starting|Ready|Running)\b.*|⚡.*)?\s*$|^\s*▲ Next\.js/

/**
 * Prints what the app says. The built app writes its log to standard output, a record a line; a line there with a control character,
 * and whatever comes on standard error, which nobody of the app's writes to, becomes a record. A developer sees it as it is.
 */
export function printApp(
  child: { readonly stdout: Readable | null; readonly stderr: Readable | null },
  mode: 'start' | 'dev',
  print: (line: string) => void,
): void {
  const log = createLogger({ destination: { write: (line) => print(line.trimEnd()) } })
  const eachLine = (stream: Readable | null, take: (line: string) => void) => {
    if (stream) createInterface(stream).on('line', (line) => nextBanner.test(line) || take(line))
  }
  if (mode === 'dev') {
    for (const stream of [child.stdout, child.stderr]) eachLine(stream, print)
    return
  }
  eachLine(child.stdout, (line) => (/[\p{Cc}\u2028\u2029]/u.test(line) ? log.warn(line) : print(line)))
  // What is written at once, a stack trace say, is one record.
  child.stderr?.setEncoding('utf8').on('data', (text: string) => nextBanner.test(text) || log.error(text.trimEnd()))
}
