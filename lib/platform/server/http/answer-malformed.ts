import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import { Server, type ServerResponse } from 'node:http'
import { Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import { toldError } from '../../model/refusal-reasons.ts'
import { eachAppRequest } from './app-requests.ts'
import { appMethods } from './check-head.ts'
import { type Refused, refusalResponse, refuse, refuseMethod } from './outcome.ts'

/**
 * Answers malformed HTTP requests and CONNECT at `port` with an error body, like every refusal. Node answers the former
 * with a bare status, and ends the connection of the latter without an answer.
 */
export function answerMalformed(port: number): Disposable {
  const current = new WeakMap<Duplex, ServerResponse>()
  const removals = new Map<Server, () => void>()
  const seeing = eachAppRequest(port, ({ request, response }) => void current.set(request.socket, response))

  const onError = (error: NodeJS.ErrnoException & { reason?: unknown }, socket: Duplex): void => {
    const answered = current.get(socket)
    // While a response is in progress, the client would read a second one as its continuation.
    const isAnswering = answered?.headersSent === true && !answered.writableFinished
    if (!socket.writable || isAnswering || error.code === 'ECONNRESET') socket.destroy()
    else end(socket, ...malformed(error))
  }
  const onConnect = (_request: unknown, socket: Duplex): void =>
    end(socket, '405 Method Not Allowed', refuseMethod(appMethods))

  // Attached before the server's first request, which may be the malformed one.
  const onSocket = (message: unknown): void => {
    const server = serverOf(message)
    if (server === undefined || removals.has(server)) return
    const address = server.address()
    if (typeof address !== 'object' || address?.port !== port) return
    server.on('clientError', onError).on('connect', onConnect)
    removals.set(server, () => server.off('clientError', onError).off('connect', onConnect))
  }
  subscribe('net.server.socket', onSocket)
  return {
    [Symbol.dispose]() {
      unsubscribe('net.server.socket', onSocket)
      seeing[Symbol.dispose]()
      for (const remove of removals.values()) remove()
    },
  }
}

function serverOf(message: unknown): Server | undefined {
  if (typeof message !== 'object' || message === null || !('socket' in message)) return undefined
  const { socket } = message
  return socket instanceof Socket && 'server' in socket && socket.server instanceof Server ? socket.server : undefined
}

/** The status and the refusal. The message may contain the parser's reason, but no text of the request. */
function malformed({ code, reason }: NodeJS.ErrnoException & { reason?: unknown }): [status: string, refused: Refused] {
  if (code === 'HPE_HEADER_OVERFLOW') {
    const message = 'The headers of the request are too long: send shorter ones.'
    return ['431 Request Header Fields Too Large', refuse('PAYLOAD_TOO_LARGE', { message })]
  }
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT') {
    return ['408 Request Timeout', refuse('INVALID_INPUT', { message: 'The request took too long: send it again.' })]
  }
  const why = typeof reason === 'string' && reason !== '' ? ` (${reason})` : ''
  const message = `The request is not well-formed HTTP/1.1${why}: correct it and send it again.`
  return ['400 Bad Request', refuse('INVALID_INPUT', { message })]
}

function end(socket: Duplex, status: string, refused: Refused): void {
  const { headers } = refusalResponse(refused)
  const body = JSON.stringify({ error: toldError(refused.error) })
  const head = [...headers, ['content-length', Buffer.byteLength(body)], ['connection', 'close']]
  socket.end(`HTTP/1.1 ${status}\r\n${head.map(([name, value]) => `${name}: ${value}\r\n`).join('')}\r\n${body}`)
}
