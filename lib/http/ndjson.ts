import { ndjsonGzipType } from '#runner/contract/stream.ts'
import { readAccept } from './accept.ts'
import { bytesOf, type Chunk, createGzipStream } from './gzip-stream.ts'

const encoder = new TextEncoder()
const encodeJson = (line: unknown): Chunk[] => [encoder.encode(`${JSON.stringify(line)}\n`)]

const plainType = 'application/x-ndjson'

/** Only who names gzip can read it, and may still want plain lines more. */
function wantsGzip(accept: string | null): boolean {
  if (accept === null) return false
  const wanted = readAccept(accept)
  const gzip = wanted(ndjsonGzipType, 'byName')
  return gzip > 0 && gzip >= wanted(plainType)
}

/** What a streamed answer is made of: lines as they come, ended early when `signal` aborts. */
type Lines<Line> = (signal: AbortSignal) => AsyncIterable<Line>

/**
 * A response of one JSON value a line, each sent as soon as it is there. When the client leaves, the signal that `lines` got
 * aborts and the iterator is closed. `encode` writes a line and its end; absent: as JSON. Who asks for gzip by name gets it, each line a piece that can be read
 * when it comes: a long list becomes a tenth of its size. An error inside `lines` goes to `onError` and cuts the stream off before its last line,
 * since the status has been sent by then.
 */
export function ndjsonResponse<Line>(options: {
  lines: Lines<Line>
  signal: AbortSignal
  onError: (error: unknown) => void
  /** The request's header. */
  accept: string | null
  encode?: (line: Line) => readonly Chunk[]
  headers?: Record<string, string>
}): Response {
  const left = new AbortController()
  const signal = AbortSignal.any([options.signal, left.signal])
  const iterator = options.lines(signal)[Symbol.asyncIterator]()
  const { encode = encodeJson } = options
  const gzip = wantsGzip(options.accept) ? createGzipStream() : undefined

  const stream = new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        try {
          const next = await iterator.next()
          if (left.signal.aborted) return
          if (next.done !== true) {
            const chunks = encode(next.value)
            controller.enqueue(gzip ? await gzip.add(chunks) : Buffer.concat(chunks.map(bytesOf)))
            return
          }
          if (gzip) controller.enqueue(gzip.end())
          controller.close()
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
      'content-type': gzip ? ndjsonGzipType : `${plainType}; charset=utf-8`,
      // A compressing or buffering proxy would hold lines back.
      'cache-control': 'no-store, no-transform',
      'x-accel-buffering': 'no',
      vary: 'accept',
      ...options.headers,
    },
  })
}
