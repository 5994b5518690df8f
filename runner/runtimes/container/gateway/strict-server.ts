import { createServer, type Server } from 'node:http'

/** A head longer than this is read no further. What a program is told that it may send is well below. */
export const maxHeadBytes = 128 * 1024

/** Node's HTTP/1.1 server at its strictest. It listens nowhere: it is given its connections, and keeps no time. */
export function createStrictServer(): Server {
  const server = createServer({
    insecureHTTPParser: false,
    // Its absence is for us to judge; Node would answer.
    requireHostHeader: false,
    maxHeaderSize: maxHeadBytes,
    keepAliveTimeout: 0,
    headersTimeout: 0,
    requestTimeout: 0,
  })
  // A header past this number would not be looked at.
  server.maxHeadersCount = 0
  return server
}

/** What became of a connection: the parser refused what came, or had enough of it, or there is nobody any more. */
export type Trouble =
  | { readonly kind: 'malformed'; readonly what: string }
  | { readonly kind: 'too_large' }
  | { readonly kind: 'gone' }

const overflows = new Set(['HPE_HEADER_OVERFLOW', 'HPE_CHUNK_EXTENSIONS_OVERFLOW'])
/** It ended in the middle of a request. */
const cutOff = 'HPE_INVALID_EOF_STATE'

/** Tells the errors of `clientError` apart. */
export function troubleOf(error: NodeJS.ErrnoException & { reason?: unknown }): Trouble {
  const { code = '', reason } = error
  if (overflows.has(code)) return { kind: 'too_large' }
  if (!code.startsWith('HPE_') || code === cutOff) return { kind: 'gone' }
  // A fixed sentence of the parser's, with nothing of what came in it.
  return { kind: 'malformed', what: typeof reason === 'string' && reason !== '' ? reason : code }
}
