import { createReadStream } from 'node:fs'
import { pipeline, Readable } from 'node:stream'
import { createGunzip } from 'node:zlib'
import { AirlockError } from '#lib/platform/server/backup/airlock/airlock-error.ts'
import { openAirlock } from '#lib/platform/server/backup/airlock/airlock-file.ts'
import { jsonOrNot } from '#runner/core/json-or-not.ts'
import { ExportLine } from './export-lines.ts'

/** More than our own files have, and little enough to be read at once. */
const most = { bytes: 8 * 1024 ** 3, line: 32 * 1024 * 1024, depth: 100 }
export type Bounds = typeof most

/**
 * The head of an export, then its other lines, until all have been read.
 *
 * @throws AirlockError for a wrong passphrase, and for a file that is damaged, newer, or larger than our own files
 */
export async function* readExport(
  file: string,
  passphrase: string,
  bounds: Bounds = most,
): AsyncGenerator<Exclude<ExportLine, { kind: 'end' }>> {
  const source = createReadStream(file)
  const opened = Readable.from(openAirlock(source, { content: 'export', secret: { passphrase } }))
  const text = createGunzip()
  pipeline(opened, text, () => {})
  let count = 0
  let hasEnded = false
  try {
    for await (const line of splitLines(text, bounds)) {
      if (hasEnded) throw new AirlockError('damaged')
      const json = isShallow(line, bounds.depth) ? jsonOrNot(line) : undefined
      const read = ExportLine.safeParse(json)
      if (!read.success) throw new AirlockError(count === 0 ? 'newer' : 'damaged')
      const { data } = read
      if ((data.kind === 'head') !== (count === 0)) throw new AirlockError('damaged')
      if (data.kind === 'end') {
        if (data.lines !== count) throw new AirlockError('damaged')
        hasEnded = true
        continue
      }
      count += 1
      yield data
    }
    if (!hasEnded) throw new AirlockError('damaged')
  } catch (cause) {
    // Authentic bytes that are not compressed text were not written by this program.
    throw isZlibError(cause) ? new AirlockError('damaged') : cause
  } finally {
    source.destroy()
    text.destroy()
  }
}

const isZlibError = (cause: unknown): boolean =>
  cause instanceof Error && 'code' in cause && /^(Z_|ERR_|ABORT)/.test(String(cause.code))

/** Complete lines, without more of them in memory than the bounds allow. */
async function* splitLines(text: AsyncIterable<Buffer>, bounds: Bounds): AsyncGenerator<string> {
  let total = 0
  let pending: Buffer[] = []
  let length = 0
  for await (const part of text) {
    total += part.length
    if (total > bounds.bytes) throw new AirlockError('too_large')
    let from = 0
    for (let at = part.indexOf(10); at !== -1; at = part.indexOf(10, from)) {
      pending.push(part.subarray(from, at))
      yield Buffer.concat(pending).toString('utf8')
      pending = []
      length = 0
      from = at + 1
    }
    const rest = part.subarray(from)
    length += rest.length
    if (length > bounds.line) throw new AirlockError('too_large')
    pending.push(rest)
  }
  if (length > 0) throw new AirlockError('damaged')
}

/** Whether a JSON text nests arrays and objects at most this deep. Checked before it is parsed. */
export function isShallow(text: string, depth: number): boolean {
  let open = 0
  let isInString = false
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at)
    if (isInString) {
      if (code === backslash) at += 1
      else if (code === quote) isInString = false
    } else if (code === quote) isInString = true
    else if (code === openBrace || code === openBracket) {
      open += 1
      if (open > depth) return false
    } else if (code === closeBrace || code === closeBracket) open -= 1
  }
  return true
}
const [quote, backslash, openBrace, closeBrace, openBracket, closeBracket] = [34, 92, 123, 125, 91, 93]
