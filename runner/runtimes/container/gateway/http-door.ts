import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Duplex } from 'node:stream'
import type { Log } from '../../../core/ports.ts'
import type { HeaderPairs } from '../../../egress/request-headers.ts'
import type { After } from '../../../egress/scope.ts'
import { createFairSlots } from '../../../queue/fair-slots.ts'
import type { GatewayLimits } from './gateway.ts'
import { problem, type Reply, send, textOf } from './reply.ts'
import { type Authority, authorityIn, checkHead } from './request-head.ts'
import { createStrictServer, maxHeadBytes, readBody, troubleOf } from './strict-http.ts'

/** One request that passed the checks: its host is declared, and is the host of its connection. */
export type GatewayRequest = {
  readonly authority: Authority
  readonly url: string
  readonly method: string
  /** Names in lower case, without hop-by-hop headers. */
  readonly headers: HeaderPairs
  readonly body: Buffer
}

type HttpDoorOptions = {
  readonly limits: GatewayLimits
  readonly log: Log
  readonly after: After
  /** Checks the host that the first request names on a connection that was opened without a host. */
  isDeclared(authority: Authority): boolean
  /** Maximum body size of a request to this name. */
  maxBodyBytes(name: string): number
  /** Called for each head and each part of a body. */
  taken(bytes: number): Promise<void>
  violation(reason: string): void
  /** Undefined: the execution has ended, and the request gets no answer. */
  answer(request: GatewayRequest): Promise<Reply | undefined>
}

/** Serves a connection. `authority` is its host. Absent: its first request names it. */
type HttpDoor = (socket: Duplex, authority?: Authority) => void

type Connection = {
  readonly socket: Duplex
  authority: Authority | undefined
  /** Sets a deadline that destroys the connection unless it is replaced in time. Absent: no deadline. */
  wait(ms: number | undefined): void
  isBusy: boolean
  /** Starts the one pipelined request, which arrived before the previous request was answered. */
  next: (() => void) | undefined
  /** No further request is served on this connection. */
  isClosing: boolean
}

type Expectation = 'continue' | 'unknown'

/** Maximum number of excess body bytes to read before the program gets its error. */
const maxDiscardedBytes = 64 * 1024 * 1024

/**
 * A one-byte chunk has six bytes of framing. A higher ratio means chunk extensions, which no ordinary program sends.
 */
const maxFramingRatio = 8
/** Not counted as framing: bytes already read from a connection may belong to the head, or to the next request. */
const maxReadAheadBytes = 256 * 1024

const bytesRead = (socket: Duplex): number =>
  'bytesRead' in socket && typeof socket.bytesRead === 'number' ? socket.bytesRead : 0

const headTooLarge = problem(
  431,
  'RequestTooLargeError',
  `the head of the request is larger than ${maxHeadBytes} bytes`,
)

/**
 * Speaks HTTP/1.1 on connections to a known host: one request at a time on each, read by Node's strict parser.
 * Malformed input is a violation, and so are CONNECT, Upgrade and a request for another host.
 */
export function createHttpDoor({ limits, log, after, violation, ...options }: HttpDoorOptions): HttpDoor {
  const connections = new Map<Duplex, Connection>()
  const slots = createFairSlots({ width: limits.requestsAtOnce })

  const server = createStrictServer()

  const take = (expectation?: Expectation) => (request: IncomingMessage, response: ServerResponse) => {
    const connection = connections.get(request.socket)
    if (connection === undefined || connection.isClosing) return
    const start = () => void run(connection, serve(connection, request, response, expectation))
    if (!connection.isBusy) return start()
    if (connection.next === undefined) {
      connection.next = start
      return
    }
    // A client that pipelines more than one request gets the answer in progress, and has to send the others again.
    connection.isClosing = true
    request.socket.pause()
  }

  async function run(connection: Connection, serving: Promise<void>): Promise<void> {
    connection.isBusy = true
    try {
      await serving
    } catch (cause) {
      log.error('The gateway of a container failed', { cause })
      connection.socket.destroy()
    }
    connection.isBusy = false
    const { next, socket } = connection
    connection.next = undefined
    if (socket.destroyed) return
    connection.wait(limits.idleTimeoutMs)
    if (connection.isClosing) socket.end()
    else next?.()
  }

  server.on('request', take())
  server.on('checkContinue', take('continue'))
  server.on('checkExpectation', take('unknown'))

  const breach = (reason: string) => (_request: IncomingMessage, socket: Duplex) => {
    socket.destroy()
    violation(`HTTP: ${reason}`)
  }
  server.on('connect', breach('CONNECT'))
  server.on('upgrade', breach('asked for another protocol (Upgrade)'))

  server.on('clientError', (error, socket) => {
    const connection = connections.get(socket)
    const trouble = troubleOf(error)
    // Data after the last request is read to the end, so that the client gets its answer; the data itself is ignored.
    if (connection?.isClosing && trouble.kind !== 'gone') return
    if (trouble.kind === 'too_large' && connection?.isBusy === false) {
      connection.isClosing = true
      connection.wait(limits.answerTimeoutMs)
      socket.end(textOf(headTooLarge))
      return
    }
    socket.destroy()
    if (trouble.kind === 'malformed') violation(`HTTP: malformed (${trouble.what})`)
  })

  async function serve(
    connection: Connection,
    request: IncomingMessage,
    response: ServerResponse,
    expectation: Expectation | undefined,
  ): Promise<void> {
    const found = connection.authority ?? authorityIn(request.rawHeaders, options.isDeclared)
    if (typeof found === 'string') return violation(found)
    const authority = found
    connection.authority = authority
    const head = checkHead(
      {
        method: request.method ?? '',
        target: request.url ?? '',
        version: request.httpVersion,
        headers: request.rawHeaders,
      },
      authority,
    )
    if (head.kind === 'violation') return violation(head.reason)
    connection.wait(undefined)
    await options.taken(request.rawHeaders.reduce((bytes, text) => bytes + text.length, (request.url ?? '').length))
    using _slot = await slots.take()
    if (connection.socket.destroyed) return

    const finish = async (reply: Reply, isLast = false) => {
      connection.isClosing ||= isLast
      connection.wait(limits.answerTimeoutMs)
      await send(response, reply, connection.isClosing)
    }
    const maxBytes = options.maxBodyBytes(authority.name)
    const isTooLong = Number(request.headers['content-length'] ?? 0) > maxBytes
    const refusal = head.kind === 'refused' ? problem(head.status, 'RequestRefusedError', head.detail) : undefined
    const tooLarge = problem(413, 'RequestTooLargeError', `the body is larger than ${maxBytes} bytes`)
    if (expectation === 'unknown') {
      return finish(problem(417, 'RequestRefusedError', 'the only supported expectation is 100-continue'), true)
    }
    if (expectation === 'continue') {
      if (refusal !== undefined || isTooLong) return finish(refusal ?? tooLarge, true)
      response.writeContinue()
    }

    connection.wait(limits.bodyTimeoutMs)
    const taken = spendAll(connection.socket)
    const body = await readBody(request, { maxBytes, maxDiscarded: maxDiscardedBytes, taken })
    connection.wait(undefined)
    if (body.kind === 'cut') return void connection.socket.destroy()
    if (body.kind === 'trailers') return violation('HTTP: headers after the body (trailers)')
    if (head.kind === 'refused' || body.kind === 'too_large') return finish(refusal ?? tooLarge, true)

    const { url, method, headers } = head
    const reply = await options.answer({ authority, url, method, headers, body: body.bytes })
    if (reply !== undefined && !connection.socket.destroyed) await finish(reply)
  }

  /** Charges all bytes read from the connection for a body, framing included. */
  function spendAll(socket: Duplex): (bytes: number) => Promise<void> {
    const start = bytesRead(socket)
    let spent = start
    let size = 0
    return (bytes) => {
      const read = bytesRead(socket)
      const cost = Math.max(bytes, read - spent)
      spent = read
      size += bytes
      if (read - start > maxFramingRatio * size + maxReadAheadBytes) {
        violation('HTTP: a chunked body with more framing than data')
      }
      return options.taken(cost)
    }
  }

  return (socket, authority) => {
    let cancel = () => {}
    const connection: Connection = {
      socket,
      authority,
      isBusy: false,
      next: undefined,
      isClosing: false,
      wait(ms) {
        cancel()
        cancel = ms === undefined ? () => {} : after(ms, () => socket.destroy())
      },
    }
    connections.set(socket, connection)
    socket.once('close', () => {
      connections.delete(socket)
      cancel()
    })
    connection.wait(limits.idleTimeoutMs)
    server.emit('connection', socket)
  }
}
