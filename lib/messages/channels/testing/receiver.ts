import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'

export type Received = {
  readonly method: string
  readonly path: string
  readonly headers: IncomingMessage['headers']
  readonly body: unknown
}
export type Reply = {
  readonly status?: number
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: unknown
}

/** A local server that records requests. `reply` returns the answer; if undefined, the request stays unanswered. */
export async function openReceiver(reply: (request: Received) => Reply | undefined) {
  const received: Received[] = []
  const server = createServer(async (request, response) => {
    const body = JSON.parse(await text(request))
    const one = { method: request.method ?? '', path: request.url ?? '', headers: request.headers, body }
    received.push(one)
    const answer = reply(one)
    if (answer === undefined) return
    const { status = 200, headers = {}, body: content = {} } = answer
    response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(content))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    received,
    url: `http://127.0.0.1:${port}`,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
