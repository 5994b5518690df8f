import type { IncomingMessage, ServerResponse } from 'node:http'
import { openHttpServer } from '#runner/testing/http-server.ts'

type Handler = (request: Request) => Promise<Response>

/** A local HTTP server for a handler of web requests. `headers`: added where a request lacks them. */
export const serveHandler = (handler: Handler, headers: Readonly<Record<string, string>> = {}) =>
  openHttpServer((incoming, outgoing) => {
    answer(handler, headers, incoming, outgoing).catch(() => outgoing.destroy())
  })

async function answer(
  handler: Handler,
  added: Readonly<Record<string, string>>,
  incoming: IncomingMessage,
  outgoing: ServerResponse,
): Promise<void> {
  const leaving = new AbortController()
  outgoing.on('close', () => leaving.abort())
  const headers = new Headers(added)
  for (const [name, value] of Object.entries(incoming.headers)) {
    if (value !== undefined) headers.set(name, Array.isArray(value) ? value.join(', ') : value)
  }
  const { method = 'GET' } = incoming
  const hasBody = method !== 'GET' && method !== 'HEAD'
  const chunks: Buffer[] = []
  for await (const chunk of incoming) chunks.push(Buffer.from(chunk))
  const response = await handler(
    new Request(`http://${incoming.headers.host ?? 'localhost'}${incoming.url ?? '/'}`, {
      method,
      headers,
      signal: leaving.signal,
      ...(hasBody && chunks.length > 0 ? { body: Buffer.concat(chunks) } : {}),
    }),
  )
  outgoing.writeHead(response.status, Object.fromEntries(response.headers))
  outgoing.flushHeaders()
  const reader = response.body?.getReader()
  outgoing.on('close', () => void reader?.cancel().catch(() => {}))
  for (let part = await reader?.read(); part !== undefined && !part.done; part = await reader?.read()) {
    outgoing.write(part.value)
  }
  outgoing.end()
}
