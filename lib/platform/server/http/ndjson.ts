import type * as z from 'zod'
import { ndjsonGzipType } from '#runner/contract/ndjson-type.ts'
import { readAccept } from './accept.ts'
import { bytesOf, type Chunk, createGzipStream } from './gzip-stream.ts'

const encoder = new TextEncoder()
const encodeJson = (line: unknown): Chunk[] => [encoder.encode(`${JSON.stringify(line)}\n`)]

const plainType = 'application/x-ndjson'

/** What a route of `ndjsonResponse` declares about its answer. */
export const ndjsonAnswer = (schema: z.ZodType) => ({
  200: { description: 'One JSON document in each line', type: plainType, schema },
})

/** Whether the client accepts the gzip type by name (a wildcard is not enough) and does not prefer plain lines. */
function wantsGzip(accept: string | null): boolean {
  if (accept === null) return false
  const wanted = readAccept(accept)
  const gzip = wanted(ndjsonGzipType, 'byName')
  return gzip > 0 && gzip >= wanted(plainType)
}

/** Produces the lines of a response; ends early when `signal` aborts. */
type Lines<Line> = (signal: AbortSignal) => AsyncIterable<Line>

/**
 * A response with one JSON value per line, each sent immediately. When the client disconnects, the signal given to
 * `lines` aborts and the iterator is closed. `encode` writes a line with its line end; absent: as JSON. A client that
 * accepts gzip by name gets each line as a gzip piece that can be read at once, which makes a long list ten times
 * smaller. An error in `lines` goes to `onError` and truncates the stream before its last line, because the status has
 * already been sent.
 */
export function ndjsonResponse<Line>(options: {
  lines: Lines<Line>
  signal: AbortSignal
  onError: (error: unknown) => void
  /** The request's header. */
  accept: string | null
  encode?: (line: Line) => readonly Chunk[]
  headers?: Record<string, string>
  /** Disposed when the lines end or fail, or when the client disconnects. Absent: none. */
  held?: Disposable
}): Response {
  const left = new AbortController()
  const signal = AbortSignal.any([options.signal, left.signal])
  const iterator = options.lines(signal)[Symbol.asyncIterator]()
  const { encode = encodeJson, held } = options
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
          held?.[Symbol.dispose]()
          if (gzip) controller.enqueue(gzip.end())
          controller.close()
        } catch (error) {
          held?.[Symbol.dispose]()
          if (left.signal.aborted) return
          if (!signal.aborted) options.onError(error)
          controller.error(error)
        }
      },
      async cancel() {
        held?.[Symbol.dispose]()
        left.abort()
        await iterator.return?.()
      },
    },
    { highWaterMark: 0 },
  )
  return new Response(stream, {
    headers: {
      'content-type': gzip ? ndjsonGzipType : `${plainType}; charset=utf-8`,
      // A compressing or buffering proxy would delay lines.
      'cache-control': 'no-store, no-transform',
      'x-accel-buffering': 'no',
      vary: 'accept',
      ...options.headers,
    },
  })
}
