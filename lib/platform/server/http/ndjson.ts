import type * as z from 'zod'
import { ndjsonGzipType } from '#runner/contract/ndjson-type.ts'
import { bytesOf, type Chunk, createGzipStream } from './gzip-stream.ts'

/** A media type or range of an `Accept` header, in lower case and without parameters, with its weight from 0 to 1. */
type Range = readonly [name: string, weight: number]

const token = "[!#$%&'*+.^_`|~0-9a-z-]+"
const rangeName = new RegExp(`^${token}/${token}$`)
const qvalue = /^(?:0(?:\.\d{0,3})?|1(?:\.0{0,3})?)$/

/** A separator inside quotes does not separate. An unclosed quote extends to the end. */
const betweenCommas = /(?:[^,"]|"(?:[^"\\]|\\.)*"?)+/g
const betweenSemicolons = /(?:[^;"]|"(?:[^"\\]|\\.)*"?)+/g
const partsOf = (text: string, part: RegExp): string[] => (text.match(part) ?? []).map((one) => one.trim())

/** A malformed element is ignored. */
function readRange(element: string): Range[] {
  const [name = '', ...parameters] = partsOf(element.toLowerCase(), betweenSemicolons)
  const weight = parameters.find((parameter) => parameter.startsWith('q='))?.slice(2) ?? '1'
  return rangeName.test(name) && qvalue.test(weight) ? [[name, Number(weight)]] : []
}

/**
 * Parses an `Accept` header (RFC 9110, 12.5.1) into a function that returns the weight of a media type, 0 if not
 * accepted. The most specific match counts: the type itself, its `type/*`, then any type; with `byName` only the type
 * itself. Of a repeated range the first counts.
 */
export function readAccept(header: string): (mediaType: string, match?: 'byName') => number {
  const weights = new Map<string, number>()
  for (const [name, weight] of partsOf(header, betweenCommas).flatMap(readRange)) {
    if (!weights.has(name)) weights.set(name, weight)
  }
  return (mediaType, match) => {
    const named = weights.get(mediaType)
    if (named !== undefined || match === 'byName') return named ?? 0
    return weights.get(`${mediaType.split('/')[0]}/*`) ?? weights.get('*/*') ?? 0
  }
}

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
