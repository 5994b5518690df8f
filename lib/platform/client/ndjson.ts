import { ndjsonGzipType } from '#runner/contract/ndjson-type.ts'

/** The longest accepted line, so that a page's memory stays bounded. */
const MAX_LINE_CHARS = 8_000_000

/**
 * The lines of an NDJSON stream as parsed JSON. Throws a SyntaxError for a line that is not JSON, and rethrows errors of
 * the stream.
 */
export async function* readNdjson(stream: ReadableStream<Uint8Array>): AsyncGenerator<unknown, void, void> {
  for await (const line of readLines(stream)) yield JSON.parse(line)
}

/** The lines of a stream, however its bytes are split. Skips empty lines, and rethrows errors of the stream. */
export async function* readLines(stream: ReadableStream<Uint8Array>): AsyncGenerator<string, void, void> {
  const decoder = new TextDecoder()
  const reader = stream.getReader()
  let rest = ''
  try {
    for (;;) {
      const { done, value } = await reader.read()
      const text = done ? `${decoder.decode()}\n` : decoder.decode(value, { stream: true })
      // Searches only the new text for line ends: a line of a megabyte arrives in many pieces.
      const [end = '', ...lines] = text.split('\n')
      rest += end
      if (rest.length > MAX_LINE_CHARS) throw new SyntaxError('line too long')
      for (const next of lines) {
        const line = rest
        rest = next
        if (line.trim() !== '') yield line
      }
      if (done) return
    }
  } finally {
    // If the reader stops early, ends the request too.
    await reader.cancel().catch(() => {})
  }
}

/** The lines of a streamed answer of this content type, decompressed if they are packed. */
export function linesOf(
  body: ReadableStream<Uint8Array<ArrayBuffer>>,
  type: string | null,
): ReadableStream<Uint8Array> {
  return type === ndjsonGzipType ? body.pipeThrough(new DecompressionStream('gzip')) : body
}
