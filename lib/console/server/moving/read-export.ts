import { createReadStream } from 'node:fs'
import { pipeline, Readable } from 'node:stream'
import { createGunzip } from 'node:zlib'
import { AirlockError } from '#lib/platform/server/backup/airlock/airlock-error.ts'
import { openAirlock } from '#lib/platform/server/backup/airlock/airlock-file.ts'
import { errorCodeOf } from '#lib/platform/server/db/database-error.ts'
import { unstorableFields } from '#lib/platform/server/http/storable-text.ts'
import { jsonOrNot } from '#runner/core/json-or-not.ts'
import { inputParsing, problemsOf } from '#runner/manifest/input-problems.ts'
import { ExportLine, smallKinds } from './export-lines.ts'
import { UnacceptedLine } from './unaccepted-line.ts'

/**
 * More than our own files have, and little enough to be read at once. `line`: in bytes; `smallLine`: of a credential or
 * a profile; `values`: of the JSON of a line. The rest of an import keeps a name or a hash of each line in memory.
 */
const most = {
  ...{ bytes: 8 * 1024 ** 3, lines: 1_000_000 },
  ...{ line: 32 * 1024 * 1024, smallLine: 256 * 1024, values: 1_000_000, depth: 100 },
}
type Bounds = typeof most

/** `bytes`: the length of its text. */
export type ReadLine = { readonly line: Exclude<ExportLine, { kind: 'end' }>; readonly bytes: number }

/**
 * The head of an export, then its other lines, until all have been read.
 *
 * @throws AirlockError for a wrong passphrase, and for a file that is damaged, newer, or larger than our own files
 * @throws UnacceptedLine for a credential or a profile that this instance would not accept in another way
 */
export async function* readExport(file: string, passphrase: string, bounds: Bounds = most): AsyncGenerator<ReadLine> {
  const source = createReadStream(file)
  const opened = Readable.from(openAirlock(source, { content: 'export', secret: { passphrase } }))
  const text = createGunzip()
  pipeline(opened, text, () => {})
  let count = 0
  let hasEnded = false
  try {
    for await (const line of splitLines(text, bounds)) {
      if (hasEnded) throw new AirlockError('damaged')
      const data = parseLine(line, count, bounds)
      if ((data.kind === 'head') !== (count === 0)) throw new AirlockError('damaged')
      if (data.kind === 'end') {
        if (data.lines !== count) throw new AirlockError('damaged')
        hasEnded = true
        continue
      }
      if (count === bounds.lines) throw new AirlockError('too_large')
      count += 1
      yield { line: data, bytes: line.length }
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

const isZlibError = (cause: unknown): boolean => /^(Z_|ERR_|ABORT)/.test(errorCodeOf(cause) ?? '')

/** Complete lines, without more of them in memory than the bounds allow. */
async function* splitLines(text: AsyncIterable<Buffer>, bounds: Bounds): AsyncGenerator<string> {
  let total = 0
  let pending: Buffer[] = []
  let length = 0
  const keep = (part: Buffer) => {
    length += part.length
    if (length > bounds.line) throw new AirlockError('too_large')
    pending.push(part)
  }
  for await (const part of text) {
    total += part.length
    if (total > bounds.bytes) throw new AirlockError('too_large')
    let from = 0
    for (let at = part.indexOf(10); at !== -1; at = part.indexOf(10, from)) {
      keep(part.subarray(from, at))
      yield Buffer.concat(pending).toString('utf8')
      pending = []
      length = 0
      from = at + 1
    }
    keep(part.subarray(from))
  }
  if (length > 0) throw new AirlockError('damaged')
}

/** Parses a line once its length and its shape, which are known without parsing it, are within the bounds. */
function parseLine(text: string, count: number, bounds: Bounds): ExportLine {
  const given = /^\{"kind" ?: ?"([a-z]+)"/.exec(text)?.[1]
  const small = smallKinds.find((kind) => kind === given)
  if (small !== undefined && text.length > bounds.smallLine) throw new AirlockError('too_large')
  const json = isSmall(text, bounds) ? jsonOrNot(text) : undefined
  // JSON that names its kind twice has the last one, which the bounds do not belong to.
  if (kindOf(json) !== given) throw new AirlockError('damaged')
  const parsed = ExportLine.safeParse(json, inputParsing)
  const unstorable = unstorableFields(json)
  if (parsed.success && unstorable.length === 0) return parsed.data
  if (count === 0) throw new AirlockError('newer')
  if (small !== 'credential' && small !== 'profile') throw new AirlockError('damaged')
  throw new UnacceptedLine(
    { kind: small, name: nameOf(json) },
    parsed.success || unstorable.length > 0 ? unstorable : problemsOf(parsed.error, small),
  )
}

const kindOf = (json: unknown): unknown => {
  const { kind }: { kind?: unknown } = Object(json)
  return kind
}

/** The name of a credential or the id of a profile, as far as they can be shown. */
function nameOf(json: unknown): string {
  const { name, id }: { name?: unknown; id?: unknown } = Object(json)
  return /^\w{1,64}$/.exec(String(name ?? id))?.[0] ?? ''
}

/** Whether a JSON text nests at most this deep and has at most so many values. Counted before it is parsed. */
export function isSmall(text: string, { depth, values }: Pick<Bounds, 'depth' | 'values'>): boolean {
  let open = 0
  let count = 1
  let isInString = false
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at)
    if (isInString) {
      if (code === backslash) at += 1
      else if (code === quote) isInString = false
    } else if (code === quote) isInString = true
    else if (code === comma) count += 1
    else if (code === openBrace || code === openBracket) {
      open += 1
      count += 1
      if (open > depth) return false
    } else if (code === closeBrace || code === closeBracket) open -= 1
    if (count > values) return false
  }
  return true
}
const [quote, backslash, openBrace, closeBrace, openBracket, closeBracket, comma] = [34, 92, 123, 125, 91, 93, 44]
