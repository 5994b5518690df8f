/** A line longer than this is refused: an answer is bounded, and a page must not grow without end. */
const MAX_LINE_CHARS = 8_000_000

/**
 * The lines of a stream of NDJSON, however its bytes are cut, as parsed JSON. Empty lines are skipped.
 * Throws a SyntaxError for a line that is no JSON, and what the stream throws.
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
      if (rest.length > MAX_LINE_CHARS) throw new SyntaxError('a line of the answer has no end')
      for (const line of lines) if (line.trim() !== '') yield JSON.parse(line)
      if (done) return
    }
  } finally {
    // Leaving the loop early must end the request too.
    await reader.cancel().catch(() => {})
  }
}
