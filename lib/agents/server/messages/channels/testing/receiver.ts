import type { IncomingMessage } from 'node:http'
import { text } from 'node:stream/consumers'
import { openHttpServer } from '#runner/testing/http-server.ts'

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
  const server = await openHttpServer(async (request, response) => {
    const body = JSON.parse(await text(request))
    const one = { method: request.method ?? '', path: request.url ?? '', headers: request.headers, body }
    received.push(one)
    const answer = reply(one)
    if (answer === undefined) return
    const { status = 200, headers = {}, body: content = {} } = answer
    response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(content))
  })
  return { ...server, received }
}
