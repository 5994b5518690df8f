import type { Readable } from 'node:stream'
import { createLogger } from '#lib/platform/server/log/logger.ts'
import { hasTerminalMark } from '#lib/platform/server/log/terminal-marks.ts'

/** Next's start banner. The script prints its own line with the URL. */
const nextBanner =
  /^(?:▲ Next\.js [\w.-]+(?: \([\w ,]+\))?|- (?:Local|Network|Environments|Experiments)\b.*|✓ (?:Starting|Ready|Running)\b.*|⚡.*)?$/
/** The longest line of the banner. */
const maxBannerCharacters = 200

const isBanner = (line: string): boolean => {
  const text = line.slice(0, maxBannerCharacters).trim()
  return text === '' ? line.trim() === '' : line.length <= maxBannerCharacters && nextBanner.test(text)
}

/**
 * Prints the app's output without Next's banner. The built app logs to standard output, one record per line. Lines with
 * terminal control characters become records, and so does all output on standard error, which the app itself never
 * uses. In development, lines are printed unchanged.
 */
export function printApp(
  child: { readonly stdout: Readable | null; readonly stderr: Readable | null },
  mode: 'start' | 'dev' | 'work',
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
  // Text from a single write, such as a stack trace, becomes one record.
  child.stderr?.setEncoding('utf8').on('data', (text: string) => {
    const lines = text.split('\n').filter((line) => !isBanner(line))
    if (lines.length > 0) log.error(lines.join('\n'))
  })
}

/** Longer lines are split, so that a line without an end cannot fill the memory. */
const maxLineCharacters = 64 * 1024

/** Calls `take` with each line of the stream, without its line ending, and with any text after the last line ending. */
function eachLine(stream: Readable, take: (line: string) => void): void {
  let rest = ''
  stream.setEncoding('utf8')
  stream.on('data', (text: string) => {
    const lines = text.split('\n')
    for (const [index, part] of lines.entries()) {
      rest += part
      while (rest.length > maxLineCharacters) {
        take(rest.slice(0, maxLineCharacters))
        rest = rest.slice(maxLineCharacters)
      }
      if (index === lines.length - 1) return
      take(rest.endsWith('\r') ? rest.slice(0, -1) : rest)
      rest = ''
    }
  })
  stream.on('end', () => {
    if (rest !== '') take(rest)
  })
}
