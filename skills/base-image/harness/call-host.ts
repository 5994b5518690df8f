import { existsSync, readFileSync } from 'node:fs'
import { Agent, type ClientRequest, type IncomingMessage, type RequestOptions, request } from 'node:http'

/** The host's answer to a call. An `end` needs no answer: the container ends. */
export type CallAnswer =
  | { readonly kind: 'value'; readonly value: unknown; readonly body?: string }
  | { readonly kind: 'rejected'; readonly name: string; readonly message: string }
  /** The answer comes later, to another run of the same skill. */
  | { readonly kind: 'suspend' }

/** Asks the host for one operation. `args` is JSON. Rejects when the host is unreachable or its answer is invalid. */
export type CallHost = (op: string, args: string) => Promise<CallAnswer>

/** Opens a request to the host, over kept-alive connections. */
type HostPlace = (
  options: Pick<RequestOptions, 'method' | 'path' | 'headers'>,
  answered: (response: IncomingMessage) => void,
) => ClientRequest

const hostName = 'runner.travel.internal'
const authorityPath = '/run/travel/ca.pem'
/** Without a network: the container's own socket to its gateway, without TLS. */
const plainSocket = '/run/travel/net/plain.sock'
const pool = { keepAlive: true, maxSockets: 8 } as const

/** The host behind the gateway, by the container's socket or by its network. */
export async function gatewayPlace(): Promise<HostPlace> {
  return existsSync(plainSocket) ? placeAtSocket() : placeInNetwork()
}

/** Only this container can connect here and only its gateway listens: TLS would prove and hide nothing. */
function placeAtSocket(): HostPlace {
  const agent = new Agent(pool)
  return (options, answered) => request({ ...options, host: hostName, socketPath: plainSocket, agent }, answered)
}

/** TLS is loaded only where it is spoken: loading it takes longer than everything else in the harness. */
async function placeInNetwork(): Promise<HostPlace> {
  const [https, { createSecureContext }] = await Promise.all([import('node:https'), import('node:tls')])
  // This container's only authority: reading all public ones would cost more than the call.
  const secureContext = createSecureContext({ ca: readFileSync(authorityPath) })
  const agent = new https.Agent({ ...pool, secureContext })
  return (options, answered) => https.request({ ...options, host: hostName, agent }, answered)
}

/**
 * `placeOf` is called at the first call. Calls are numbered in order: the host processes them in that order, whichever
 * connection is faster.
 */
export function createCallHost(placeOf: () => Promise<HostPlace>): CallHost {
  let place: Promise<HostPlace> | undefined
  let calls = 0
  return async (op, args) => {
    const body = Buffer.from(`{"seq":${calls++},"op":${JSON.stringify(op)},"args":${args}}`)
    place ??= placeOf()
    return post(await place, body)
  }
}

async function post(place: HostPlace, body: Buffer): Promise<CallAnswer> {
  const { promise, resolve, reject } = Promise.withResolvers<CallAnswer>()
  const headers = { 'content-type': 'application/json', 'content-length': body.length }
  const asked = place({ method: 'POST', path: '/call', headers }, (response) => {
    const chunks: Buffer[] = []
    response.on('data', (chunk: Buffer) => chunks.push(chunk))
    response.once('error', reject)
    response.once('end', () => {
      const text = Buffer.concat(chunks).toString('utf8')
      try {
        const answer: unknown = JSON.parse(text)
        if (response.statusCode === 200 && isAnswer(answer)) return resolve(answer)
      } catch {
        // Falls through: invalid JSON is a failure too.
      }
      reject(new Error(`the host answered ${response.statusCode}: ${text.slice(0, 200)}`))
    })
  })
  asked.once('error', reject)
  asked.end(body)
  return promise
}

function isAnswer(answer: unknown): answer is CallAnswer {
  if (typeof answer !== 'object' || answer === null || !('kind' in answer)) return false
  if (answer.kind === 'value') return 'value' in answer
  if (answer.kind === 'suspend') return true
  return answer.kind === 'rejected' && 'name' in answer && 'message' in answer
}
