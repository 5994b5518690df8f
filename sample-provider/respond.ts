import type { ServerResponse } from 'node:http'
import type { Issue } from './errors.ts'

const AMADEUS_JSON = 'application/vnd.amadeus+json'
const HTML = '<!DOCTYPE html><html><head><title>502 Bad Gateway</title></head><body><h1>Bad Gateway</h1></body></html>'

export interface Responder {
  json(response: ServerResponse, status: number, body: unknown, type?: string): void
  fail(response: ServerResponse, ...issues: readonly Issue[]): void
}

/** Answers like the gateway: JSON with an ID per request. */
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

/** The page of a gateway that cannot reach its backend. */
export function sendHtml(response: ServerResponse): void {
  response.writeHead(502, { 'content-type': 'text/html' }).end(HTML)
}
