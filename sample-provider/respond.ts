import type { ServerResponse } from 'node:http'
import type { Issue } from './errors.ts'

const AMADEUS_JSON = 'application/vnd.amadeus+json'
const HTML = '<!DOCTYPE html><html><head><title>502 Bad Gateway</title></head><body><h1>Bad Gateway</h1></body></html>'
const HUGE_BYTES = 50_000_000
const CHUNK_BYTES = 1_000_000

export interface Responder {
  json(response: ServerResponse, status: number, body: unknown, type?: string): void
  fail(response: ServerResponse, ...issues: readonly Issue[]): void
}

/** Answers as the gateway does: JSON under an id of the request's own. */
export function createResponder(requestId: () => string): Responder {
  function json(response: ServerResponse, status: number, body: unknown, type = AMADEUS_JSON): void {
    response.writeHead(status, { 'content-type': type, 'ama-gateway-request-id': requestId() })
    response.end(JSON.stringify(body))
  }
  return {
    json,
    fail: (response, ...issues) => json(response, issues[0]?.status ?? 500, { errors: issues }),
  }
}

/** The page of a gateway that does not reach what is behind it. */
export function sendHtml(response: ServerResponse): void {
  response.writeHead(502, { 'content-type': 'text/html' }).end(HTML)
}

/** Half of an answer, though its length is told; then the connection ends. */
export function sendCut(response: ServerResponse, body: unknown): void {
  const bytes = Buffer.from(JSON.stringify(body))
  response.writeHead(200, { 'content-type': AMADEUS_JSON, 'content-length': bytes.length })
  response.write(bytes.subarray(0, Math.ceil(bytes.length / 2)), () => response.destroy())
}

/** A good answer with 50 MB of one more field, a piece at a time as the client takes it. */
export async function sendHuge(response: ServerResponse, body: object): Promise<void> {
  const text = JSON.stringify(body)
  const piece = Buffer.alloc(CHUNK_BYTES, 'a')
  response.writeHead(200, { 'content-type': AMADEUS_JSON })
  response.write(`${text.slice(0, -1)},"padding":"`)
  for (let sent = 0; sent < HUGE_BYTES && !response.destroyed; sent += CHUNK_BYTES) {
    if (!response.write(piece)) await drained(response)
  }
  response.end('"}')
}

function drained(response: ServerResponse): Promise<void> {
  return new Promise((resolve) => {
    const done = () => {
      response.off('drain', done)
      response.off('close', done)
      resolve()
    }
    response.on('drain', done)
    response.on('close', done)
  })
}
