import { once } from 'node:events'
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { AnswerDirectly } from './guard-requests.ts'

type Handler = (request: Request) => Promise<Response>

/** The exports of a route file: a handler of each method. */
export type RouteFile = Readonly<Record<string, Handler>>

/**
 * Answers the requests to `routes`, which have the paths of their URLs as keys, with the handlers of their files. A
 * handler gets no body.
 */
export function answerDirectly(routes: Readonly<Record<string, RouteFile>>): AnswerDirectly {
  const files = new Map(Object.entries(routes))
  return (incoming, outgoing) => {
    const [path = ''] = (incoming.url ?? '').split('?')
    const handler = files.get(path)?.[incoming.method ?? '']
    return handler && answer(handler, incoming, outgoing)
  }
}

/** Aborts the signal of the request if the client leaves before the end of the answer. */
async function answer(handler: Handler, incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> {
  const left = new AbortController()
  outgoing.once('close', () => {
    if (!outgoing.writableFinished) left.abort()
  })
  const { method = '', url = '' } = incoming
  // The name of the host is in the headers, as the client wrote it. It may be none.
  const { status, headers, body } = await handler(
    new Request(`http://localhost${url}`, { method, headers: headersOf(incoming), signal: left.signal }),
  )
  outgoing.statusCode = status
  outgoing.setHeaders(headers)
  await send(body, outgoing, left.signal)
}

/** If the body fails, which its handler tells, the client sees an answer without its end. */
async function send(body: Response['body'], outgoing: ServerResponse, left: AbortSignal): Promise<void> {
  const reader = body?.getReader()
  const cancel = () => reader?.cancel().catch(() => undefined)
  if (left.aborted) return cancel()
  left.addEventListener('abort', cancel)
  try {
    for (let part = await reader?.read(); part?.done === false; part = await reader?.read()) {
      if (!outgoing.write(part.value)) await once(outgoing, 'drain', { signal: left })
    }
    outgoing.end()
  } catch {
    outgoing.destroy()
  }
}

const headersOf = ({ headers }: IncomingMessage): [string, string][] =>
  Object.entries(headers).flatMap(([name, value]) => [value ?? []].flat().map((one): [string, string] => [name, one]))
