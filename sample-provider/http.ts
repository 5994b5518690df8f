import { once } from 'node:events'
import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import type { Issue } from './errors.ts'

const AMADEUS_JSON = 'application/vnd.amadeus+json'
const HTML = '<!DOCTYPE html><html><head><title>502 Bad Gateway</title></head><body><h1>Bad Gateway</h1></body></html>'

/** Answers like the gateway: JSON with an ID per request. */
export function createResponder(requestId: () => string) {
  function json(response: ServerResponse, status: number, body: unknown, type = AMADEUS_JSON): void {
    response.writeHead(status, { 'content-type': type, 'ama-gateway-request-id': requestId() })
    response.end(JSON.stringify(body))
  }
  return {
    json,
    fail: (response: ServerResponse, ...issues: readonly Issue[]): void =>
      json(response, issues[0]?.status ?? 500, { errors: issues }),
  }
}

/** Listens until `close`, which also ends every connection. `port` 0: a free one. */
export async function listen(server: Server, port = 0, host = '127.0.0.1') {
  server.listen(port, host)
  await once(server, 'listening')
  const address = server.address()
  const bound = typeof address === 'object' && address !== null ? address.port : port
  return {
    url: `http://${host.includes(':') ? `[${host}]` : host}:${bound}`,
    close: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

/** The page of a gateway that cannot reach its backend. */
export function sendHtml(response: ServerResponse): void {
  response.writeHead(502, { 'content-type': 'text/html' }).end(HTML)
}

const MAX_BODY_BYTES = 64 * 1024

/** The body as text. `undefined` when it is longer than any request of this API. */
export async function readText(request: IncomingMessage): Promise<string | undefined> {
  const chunks: Buffer[] = []
  let bytes = 0
  for await (const chunk of request) {
    bytes += chunk.length
    if (bytes <= MAX_BODY_BYTES) chunks.push(Buffer.from(chunk))
  }
  return bytes <= MAX_BODY_BYTES ? Buffer.concat(chunks).toString('utf8') : undefined
}

/** The fields of a token request's form. Empty if the body is not a form or is too long. */
export async function readForm(request: IncomingMessage): Promise<URLSearchParams> {
  const text = (await readText(request)) ?? ''
  const isForm = request.headers['content-type']?.startsWith('application/x-www-form-urlencoded') ?? false
  return new URLSearchParams(isForm ? text : '')
}

/** The value of a header; the first of several. */
export function headerOf(request: IncomingMessage, name: string): string | undefined {
  const value = request.headers[name]
  return Array.isArray(value) ? value[0] : value
}
