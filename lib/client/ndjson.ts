/** The longest accepted line, so that a page's memory stays bounded. */
const MAX_LINE_CHARS = 8_000_000

/**
 * The lines of an NDJSON stream as parsed JSON, however its bytes are split. Skips empty lines. Throws a SyntaxError
 * for a line that is not JSON, and rethrows errors of the stream.
 */
export async function* readNdjson(stream: ReadableStream<Uint8Array>): AsyncGenerator<unknown, void, void> {
  const decoder = new TextDecoder()
  const reader = stream.getReader()
  let rest = ''
  try {
    for (;;) {
      const { done, value } = await reader.read()
      rest += done ? decoder.decode() : decoder.decode(value, { stream: true })
      const lines = rest.split('\n')
      rest = done ? '' : (lines.pop() ?? '')
      if (rest.length > MAX_LINE_CHARS) throw new SyntaxError('a line of the answer is too long')
      for (const line of lines) if (line.trim() !== '') yield JSON.parse(line)
      if (done) return
    }
  } finally {
    // If the reader stops early, ends the request too.
    await reader.cancel().catch(() => {})
  }
}
