import type { Readable } from 'node:stream'
import { createLogger } from '#lib/log/logger.ts'
import { hasTerminalMark } from '#lib/log/terminal-marks.ts'
import { eachLine } from './each-line.ts'

/** Next says at its start where it listens; the one line with the URL is ours. */
const nextBanner =
  /^(?:▲ Next\.js [\w.-]+(?: \([\w ,]+\))?|- (?:Local|Network|Environments|Experiments)\b.*|✓ (?:Starting|Ready|Running)\b.*|⚡.*)?$/
/** No line of it is longer. */
const maxBannerCharacters = 200

const isBanner = (line: string): boolean => {
  const text = line.slice(0, maxBannerCharacters).trim()
  return text === '' ? line.trim() === '' : line.length <= maxBannerCharacters && nextBanner.test(text)
}

/**
 * Prints what the app says. The built app writes its log to standard output, a record a line; a line there that a terminal would obey,
 * and whatever comes on standard error, which nobody of the app's writes to, becomes a record. A developer sees it as it is.
 */
export function printApp(
  child: { readonly stdout: Readable | null; readonly stderr: Readable | null },
  mode: 'start' | 'dev',
  print: (line: string) => void,
): void {
  const log = createLogger({ destination: { write: (line) => print(line.trimEnd()) } })
  const eachOwnLine = (stream: Readable | null, take: (line: string) => void) => {
    if (stream) eachLine(stream, (line) => isBanner(line) || take(line))
  }
  if (mode === 'dev') {
    for (const stream of [child.stdout, child.stderr]) eachOwnLine(stream, print)
    return
  }
  eachOwnLine(child.stdout, (line) => (hasTerminalMark(line) ? log.warn(line) : print(line)))
  // What is written at once, a stack trace say, is one record.
  child.stderr?.setEncoding('utf8').on('data', (text: string) => {
    const lines = text.split('\n').filter((line) => !isBanner(line))
    if (lines.length > 0) log.error(lines.join('\n'))
  })
}
