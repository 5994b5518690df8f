/**
 * As `text/`, because of the types for NDJSON the server compresses only such: it flushes each line, and an answer becomes a tenth of its
 * size. A route cannot compress for itself: Next takes `content-encoding` from its answer.
 */
const NDJSON = 'text/x-ndjson; charset=utf-8'

const encoder = new TextEncoder()
const encodeJson = (line: unknown): Uint8Array => encoder.encode(`${JSON.stringify(line)}\n`)

/** What a streamed answer is made of: lines as they come, ended early when `signal` aborts. */
type Lines<Line> = (signal: AbortSignal) => AsyncIterable<Line>

/**
 * A response of one JSON value a line, each sent as soon as it is there. When the client leaves, the signal that `lines` got
 * aborts and the iterator is closed. `encode` writes a line and its end; absent: as JSON. An error inside `lines` goes to `onError` and cuts the stream off before its last line, since
 * the status has been sent by then.
 */
export function ndjsonResponse<Line>(options: {
  lines: Lines<Line>
  signal: AbortSignal
  onError: (error: unknown) => void
  encode?: (line: Line) => Uint8Array
  headers?: Record<string, string>
}): Response {
  const left = new AbortController()
  const signal = AbortSignal.any([options.signal, left.signal])
  const iterator = options.lines(signal)[Symbol.asyncIterator]()
  const { encode = encodeJson } = options

  const stream = new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        try {
          const next = await iterator.next()
          if (left.signal.aborted) return
          if (next.done === true) controller.close()
          else controller.enqueue(encode(next.value))
        } catch (error) {
          if (left.signal.aborted) return
          if (!signal.aborted) options.onError(error)
          controller.error(error)
        }
      },
      async cancel() {
        left.abort()
        await iterator.return?.()
      },
    },
    { highWaterMark: 0 },
  )
  return new Response(stream, {
    headers: {
      'content-type': NDJSON,
      'cache-control': 'no-store',
      // A buffering proxy would hold lines back.
      'x-accel-buffering': 'no',
      ...options.headers,
    },
  })
}
