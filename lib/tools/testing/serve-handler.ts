import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'

type Handler = (request: Request) => Promise<Response>

/** A local HTTP server for a handler of web requests. `headers`: added where a request lacks them. */
export async function serveHandler(
  handler: Handler,
  headers: Readonly<Record<string, string>> = {},
): Promise<AsyncDisposable & { readonly url: string }> {
  const server = createServer((incoming, outgoing) => {
    answer(handler, headers, incoming, outgoing).catch(() => outgoing.destroy())
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  if (typeof address !== 'object' || address === null) throw new Error('the server has no address')
  return {
    url: `http://127.0.0.1:${address.port}`,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}

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
