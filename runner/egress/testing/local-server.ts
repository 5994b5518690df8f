import { once } from 'node:events'
import { createServer as createHttpServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { createServer as createHttpsServer, type ServerOptions } from 'node:https'
import type { Server, Socket } from 'node:net'
import { testCertificate, testKey } from './tls-fixture.ts'

export type SeenRequest = {
  readonly method: string
  readonly path: string
  readonly headers: NodeJS.Dict<string | string[]>
  readonly body: string
}

export type Answer = (request: SeenRequest, response: ServerResponse) => void

export type LocalServer = AsyncDisposable & {
  readonly port: number
  readonly seen: SeenRequest[]
  /** The host names that clients sent in the TLS handshake (SNI). */
  readonly serverNames: string[]
  /** The protocols that clients offered in the TLS handshake (ALPN). */
  readonly protocols: string[]
  /** Connections accepted so far. */
  connections(): number
}

async function listen(server: Server): Promise<LocalServer['port']> {
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('the server has no port')
  return address.port
}

async function readText(message: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = []
  for await (const chunk of message) chunks.push(Buffer.from(chunk))
  return Buffer.concat(chunks).toString()
}

/** A loopback server that answers with `answer`. Its TLS certificate is for api.example.com and other.example.com. */
export async function startServer(answer: Answer, { secure = true } = {}): Promise<LocalServer> {
  const seen: SeenRequest[] = []
  const serverNames: string[] = []
  const protocols: string[] = []
  const sockets = new Set<Socket>()
  let connections = 0
  const handle = async (message: IncomingMessage, response: ServerResponse) => {
    const body = await readText(message)
    const request = { method: message.method ?? '', path: message.url ?? '', headers: message.headers, body }
    seen.push(request)
    answer(request, response)
  }
  const onRequest = (message: IncomingMessage, response: ServerResponse) => {
    handle(message, response).catch(() => response.destroy())
  }
  const offered = (client: { readonly protocols: string[] }) => {
    protocols.push(...client.protocols)
    return 'http/1.1'
  }
  const tls: ServerOptions = {
    cert: testCertificate,
    key: testKey,
    SNICallback: (name, done) => {
      serverNames.push(name)
      done(null)
    },
    ALPNCallback: offered,
  }
  const server = secure ? createHttpsServer(tls, onRequest) : createHttpServer(onRequest)
  server.on('connection', (socket: Socket) => {
    connections += 1
    sockets.add(socket)
    socket.on('close', () => sockets.delete(socket))
  })
  // Longer than a busy machine may pause a test, because tests count connections.
  server.keepAliveTimeout = 300_000
  const port = await listen(server)
  return {
    port,
    seen,
    serverNames,
    protocols,
    connections: () => connections,
    async [Symbol.asyncDispose]() {
      const closed = once(server, 'close')
      server.close()
      for (const socket of sockets) socket.destroy()
      await closed
    },
  }
}
