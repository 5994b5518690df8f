import { existsSync, readFileSync } from 'node:fs'
import { Agent, type AgentOptions, type RequestOptions, request } from 'node:https'
import { createSecureContext } from 'node:tls'

/** What the host answers to a call. Its end has no answer: the container ends. */
export type CallAnswer =
  | { readonly kind: 'value'; readonly value: unknown; readonly body?: string }
  | { readonly kind: 'rejected'; readonly name: string; readonly message: string }

/** Asks the host for one operation. `args` is JSON. Rejects when the host cannot be asked or makes no sense. */
export type CallHost = (op: string, args: string) => Promise<CallAnswer>

/** Where a host is, and what makes it known to be that one. */
export type HostPlace = { readonly host: string; readonly socketPath?: string; readonly tls: AgentOptions }

const hostName = 'runner.travel.internal'
const authorityPath = '/run/travel/ca.pem'
/** Where there is no network. */
const gatewaySocket = '/run/travel/net/gateway.sock'
const connections = 8

/** The host behind the gateway. */
export function gatewayPlace(): HostPlace {
  return {
    host: hostName,
    // Where the first process would carry it; without it there is no name to look up, and one way less to go.
    ...(existsSync(gatewaySocket) ? { socketPath: gatewaySocket } : {}),
    // The one authority of this container: reading all those of the web would cost more than the call.
    tls: { secureContext: createSecureContext({ ca: readFileSync(authorityPath) }) },
  }
}

/**
 * `placeOf` is asked at the first call. Calls are numbered in the order in which they are made: the host takes them in that
 * order, whichever connection is faster.
 */
export function createCallHost(placeOf: () => HostPlace): CallHost {
  let way: Pick<RequestOptions, 'agent' | 'host' | 'socketPath'> | undefined
  let calls = 0
  const open = ({ tls, ...at }: HostPlace) => ({
    ...at,
    agent: new Agent({ keepAlive: true, maxSockets: connections, ...tls }),
  })
  return async (op, args) => {
    way ??= open(placeOf())
    const body = Buffer.from(`{"seq":${calls++},"op":${JSON.stringify(op)},"args":${args}}`)
    return post(way, body)
  }
}

async function post(way: RequestOptions, body: Buffer): Promise<CallAnswer> {
  const { promise, resolve, reject } = Promise.withResolvers<CallAnswer>()
  const headers = { 'content-type': 'application/json', 'content-length': body.length }
  const asked = request({ ...way, method: 'POST', path: '/call', headers }, (response) => {
    const chunks: Buffer[] = []
    response.on('data', (chunk: Buffer) => chunks.push(chunk))
    response.once('error', reject)
    response.once('end', () => {
      const text = Buffer.concat(chunks).toString('utf8')
      try {
        const answer: unknown = JSON.parse(text)
        if (response.statusCode === 200 && isAnswer(answer)) return resolve(answer)
      } catch {
        // Falls through: not JSON is no answer either.
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
  return answer.kind === 'rejected' && 'name' in answer && 'message' in answer
}
