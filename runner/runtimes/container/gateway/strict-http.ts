import { createServer, type IncomingMessage, type Server } from 'node:http'

/** Maximum size of a request head. The documented limits for programs are far lower. */
export const maxHeadBytes = 128 * 1024

/**
 * Node's HTTP/1.1 server with its strictest settings. It does not listen and has no timeouts; the caller passes
 * connections and sets deadlines.
 */
export function createStrictServer(): Server {
  const server = createServer({
    insecureHTTPParser: false,
    // The gateway itself checks for a missing Host; Node would send an answer.
    requireHostHeader: false,
    maxHeaderSize: maxHeadBytes,
    keepAliveTimeout: 0,
    headersTimeout: 0,
    requestTimeout: 0,
  })
  // No limit: headers beyond a limit would not be checked.
  server.maxHeadersCount = 0
  return server
}

/** Why a connection failed: the parser rejected its input, a limit was exceeded, or the client disconnected. */
type Trouble =
  | { readonly kind: 'malformed'; readonly what: string }
  | { readonly kind: 'too_large' }
  | { readonly kind: 'gone' }

const overflows = new Set(['HPE_HEADER_OVERFLOW', 'HPE_CHUNK_EXTENSIONS_OVERFLOW'])
/** The client disconnected in the middle of a request. */
const cutOff = 'HPE_INVALID_EOF_STATE'

/** Classifies the errors of `clientError`. */
export function troubleOf(error: NodeJS.ErrnoException & { reason?: unknown }): Trouble {
  const { code = '', reason } = error
  if (overflows.has(code)) return { kind: 'too_large' }
  if (!code.startsWith('HPE_') || code === cutOff) return { kind: 'gone' }
  // A fixed sentence of the parser, without any of the input.
  return { kind: 'malformed', what: typeof reason === 'string' && reason !== '' ? reason : code }
}

type ReadBody =
  | { readonly kind: 'body'; readonly bytes: Buffer }
  | { readonly kind: 'too_large' }
  /** The body has trailers, which are headers that no check has seen. */
  | { readonly kind: 'trailers' }
  /** The body is incomplete. */
  | { readonly kind: 'cut' }

type BodyBounds = {
  readonly maxBytes: number
  readonly maxDiscarded: number
  /** Called with the number of received bytes. No more bytes are read until the returned promise resolves. */
  taken(bytes: number): Promise<void>
}

/**
 * Reads a request body of at most `maxBytes`. Excess bytes are read too, up to `maxDiscarded`, and discarded, because
 * many clients look for an answer only after they have sent everything.
 */
export async function readBody(
  request: IncomingMessage,
  { maxBytes, maxDiscarded, taken }: BodyBounds,
): Promise<ReadBody> {
  const chunks: Buffer[] = []
  let size = 0
  try {
    for await (const chunk of request.iterator({ destroyOnReturn: false })) {
      if (!Buffer.isBuffer(chunk)) throw new TypeError('the body does not arrive as bytes')
      size += chunk.length
      if (size > maxBytes) chunks.length = 0
      else chunks.push(chunk)
      if (size > maxBytes + maxDiscarded) break
      await taken(chunk.length)
    }
  } catch {
    return { kind: 'cut' }
  }
  if (size > maxBytes) return { kind: 'too_large' }
  if (request.rawTrailers.length > 0) return { kind: 'trailers' }
  return request.complete ? { kind: 'body', bytes: Buffer.concat(chunks, size) } : { kind: 'cut' }
}
