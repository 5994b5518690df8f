import type { IncomingMessage, RequestListener, Server, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { withFairKey } from '#runner/queue/fair-key.ts'
import { addressKey } from '../auth/context.ts'
import { createFairTurns } from '../auth/fair-turns.ts'
import { eachAppRequest } from './app-requests.ts'
import { clientKeyOfRequest } from './client-address.ts'
import { type Refused, refusalResponse } from './outcome.ts'

/** A body that is no longer costs little more than the head of its request. */
const shortBytes = 16 * 1024
/** More than a person needs at once. A request of another person is served beside so many, however many are sent. */
const ofOneAddress = 4
/** The work for a body is done within milliseconds. A request that takes longer waits, for its body or for others. */
const longestMs = 1_000

const unbounded = Number.POSITIVE_INFINITY
const bounds = { width: unbounded, widthOfAddress: ofOneAddress, maxWaiting: unbounded, maxWaitingOfAddress: unbounded }

/**
 * Returns a function that resolves when the body of a request may be read. Long bodies of one address wait for each
 * other, and those with different credentials take turns. The credential is not checked: whoever invents some delays
 * only the own address.
 */
function createBodyTurns(): (request: IncomingMessage, response: ServerResponse) => Promise<void> {
  const turns = createFairTurns(bounds)
  return async (request, response) => {
    const { headers } = request
    if (headers['transfer-encoding'] === undefined && Number(headers['content-length'] ?? 0) <= shortBytes) return
    const credential = headers.authorization ?? headers.cookie
    const applicant = { address: clientKeyOfRequest(request), account: credential ?? '' }
    await new Promise<void>((begin) => {
      void turns.run(applicant, () => {
        begin()
        return handled(request, response, credential !== undefined)
      })
    })
  }
}

/**
 * Resolves when the answer has been sent, when the client has left, or after `longestMs`. Without a credential already
 * when the body has been read: these callers share one line, and the rest of the work may tell them apart.
 */
function handled(request: IncomingMessage, response: ServerResponse, isKnown: boolean): Promise<void> {
  return new Promise((resolve) => {
    if (response.destroyed) return resolve()
    const timer = setTimeout(resolve, longestMs)
    const end = () => {
      clearTimeout(timer)
      resolve()
    }
    response.once('close', end)
    if (!isKnown) request.once('end', end)
  })
}

/** The most requests that wait behind another one on their connection. Each takes memory, and no browser sends any. */
const mostAhead = 100
/** How long a client may take no byte of what waits to be sent to it, which holds memory. */
const stalledMs = 60_000

/** Judges a request by its head. Returns a refusal; undefined: the request may continue. */
type Judge = (request: IncomingMessage) => Refused | undefined | Promise<Refused | undefined>

/** Answers a request without Next. Undefined: Next answers it. */
export type AnswerDirectly = (request: IncomingMessage, response: ServerResponse) => Promise<void> | undefined

/**
 * Calls `judge` for each request to the app at `port` before Next sees it, and answers the refused ones. All work for a
 * request takes the turns of its address, until its caller is known. Requests of one connection are answered one after
 * another: an answer that waits to be sent would hold the turn of its caller, for which the one before it may wait. A
 * connection that sends too many requests ahead, or does not read its answer, is closed. Long bodies of one address are
 * read a few at a time.
 *
 * @param direct answers some of the others. Absent: Next answers all of them
 */
export function guardEveryRequest(port: number, judge: Judge, direct: AnswerDirectly = () => undefined): Disposable {
  const guarded = new Map<Server, () => void>()
  // Node announces a request before it calls the server's listeners, so the first request is guarded too.
  const seeing = eachAppRequest(port, ({ server }) => {
    if (!guarded.has(server)) guarded.set(server, guard(server, judge, direct))
  })
  return {
    [Symbol.dispose]() {
      seeing[Symbol.dispose]()
      for (const remove of guarded.values()) remove()
    },
  }
}

function guard(server: Server, judge: Judge, direct: AnswerDirectly): () => void {
  const listeners = server.rawListeners('request')
  const bodyTurn = createBodyTurns()
  const goOn = (...exchange: Parameters<RequestListener>) => {
    for (const listener of listeners) Reflect.apply(listener, server, exchange)
  }
  const ask = async (request: IncomingMessage, response: ServerResponse) => {
    const refused = await judge(request)
    if (refused !== undefined) return answer(response, refused)
    await bodyTurn(request, response)
    // The client left meanwhile: no event of the response would tell whoever answers.
    if (response.destroyed) return
    await (direct(request, response) ?? goOn(request, response))
  }
  const unanswered = new WeakMap<Socket, readonly ServerResponse[]>()
  const onRequest: RequestListener = (request, response) => {
    const { socket } = request
    const earlier = (unanswered.get(socket) ?? []).filter(({ destroyed }) => !destroyed)
    if (earlier.length > mostAhead) return void socket.destroy()
    unanswered.set(socket, [...earlier, response])
    // Nothing was read or written for that long. A request that waits for its answer has nothing to send. Not at the
    // server: with a listener there, Node closes no connection that waits for its next request.
    response.setTimeout(stalledMs, () => void (socket.writableLength > 0 && socket.destroy()))
    const before = earlier.at(-1)
    const askInOrder = async () => {
      if (before !== undefined) await new Promise((resolve) => before.once('close', resolve))
      if (!response.destroyed) await ask(request, response)
    }
    withFairKey(addressKey(clientKeyOfRequest(request)), askInOrder).catch((cause: unknown) => {
      console.error('A request check failed, so the request is denied', cause)
      response.destroy()
    })
  }
  server.removeAllListeners('request')
  server.on('request', onRequest)
  return () => {
    server.off('request', onRequest)
    server.on('request', goOn)
  }
}

/** Ends the connection, so that data after a refused request is never served. */
async function answer(response: ServerResponse, refused: Refused): Promise<void> {
  const { status, headers, body } = refusalResponse(refused)
  const text = await new Response(body).text()
  response.writeHead(status, { ...Object.fromEntries(headers), connection: 'close' }).end(text)
}
