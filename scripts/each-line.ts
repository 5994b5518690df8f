import type { Readable } from 'node:stream'

/** Longer lines are split, so that a line without an end cannot fill the memory. */
const maxLineCharacters = 64 * 1024

/** Calls `take` with each line of the stream, without its line ending, and with any text after the last line ending. */
export function eachLine(stream: Readable, take: (line: string) => void): void {
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
