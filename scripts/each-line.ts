import type { Readable } from 'node:stream'

/** A line that is longer is several: one that never ends does not fill the memory. */
const maxLineCharacters = 64 * 1024

/** Gives each line of the stream to `take`, without its end; what comes after the last one, too. */
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
