import { once } from 'node:events'
import { createServer, type IncomingHttpHeaders, type IncomingMessage, request, type ServerResponse } from 'node:http'
import { isIP } from 'node:net'
import { pipeline } from 'node:stream'
import { RateLimiterMemory } from 'rate-limiter-flexible'
import { clientAddressHeader, clientKeyOf, isLoopback } from '../http/client-address.ts'
import { type Refused, refusalResponse, refuse, refuseField, refuseTooMany } from '../http/outcome.ts'
import { type Tunneled, tunnelHeader, tunnelStamp } from '../http/tunneled.ts'
import { basicIn, isSame, passwordIn, tunnelPasswordHeader } from './tunnel-password.ts'

type DoorOptions = {
  /** Where the app itself listens. */
  readonly app: { readonly host: string; readonly port: number }
  readonly password: string
}

/** Wrong passwords from one address, in fifteen minutes. */
const wrongPasswords = { points: 20, duration: 900 }

/** What other machines read without the password: exactly these paths. */
const open = /^\/(?:health|\.well-known\/agent-skills\/(?:index\.json|[a-z0-9][a-z0-9-]*\/skill\.tar\.gz))$/

export const isOpenPath = (method: string | undefined, target: string): boolean =>
  (method === 'GET' || method === 'HEAD') && open.test(target.split('?')[0] ?? '')

/** Headers of one connection, not of the message that is passed on. */
const ofConnection = new Set([
  'connection',
  'expect',
  'keep-alive',
  'proxy-authenticate',
  'proxy-authorization',
  'proxy-connection',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
])

/** Where the program of a tunnel delivers requests: a port of this machine, apart from the app's. */
export type TunnelDoor = Awaited<ReturnType<typeof openTunnelDoor>>

export async function openTunnelDoor({ app, password }: DoorOptions) {
  let tunnel: Tunneled | undefined
  const wrong = new RateLimiterMemory(wrongPasswords)

  const judge = async (asked: IncomingMessage, visited: Tunneled, address: string | undefined) => {
    if (asked.headers.host?.toLowerCase() !== visited.url.host) return otherHost
    const coding = asked.headers['transfer-encoding']
    // Only the framing is undone here: another coding would stay in the body without its name.
    if (coding !== undefined && coding.toLowerCase() !== 'chunked') return otherCoding
    if (isOpenPath(asked.method, asked.url ?? '')) return undefined
    const given = passwordIn(asked.headers)
    if (given === undefined) return needsPassword
    const key = keyOf(visited, address)
    const state = await wrong.get(key)
    if (state !== null && state.consumedPoints >= wrongPasswords.points) return refuseTooMany(state.msBeforeNext)
    if (isSame(given, password)) return undefined
    await wrong.consume(key).catch(() => {})
    return needsPassword
  }

  const answer = async (asked: IncomingMessage, response: ServerResponse): Promise<void> => {
    if (tunnel === undefined) return refuseAt(response, notOpen)
    const address = visitorOf(asked.headers)
    const refused = await judge(asked, tunnel, address)
    if (refused === undefined) passOn(asked, response, app, headersOf(asked, tunnel, address))
    else await refuseAt(response, refused)
  }

  const server = createServer((asked, response) => {
    answer(asked, response).catch(() => response.destroy())
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const listens = server.address()
  if (typeof listens !== 'object' || listens === null) throw new Error('The door of the tunnel has no port')
  return {
    port: listens.port,
    /** Lets visitors of this tunnel in. Before, nobody gets in. */
    admit(admitted: Tunneled): void {
      tunnel = admitted
    },
    /** Ends open requests too. */
    async close() {
      tunnel = undefined
      if (!server.listening) return
      const closed = once(server, 'close')
      server.close()
      server.closeAllConnections()
      await closed
    },
  }
}

const notOpen = refuse('FORBIDDEN', { message: 'The tunnel is not open yet. Try again shortly.' })
const otherHost = refuse('FORBIDDEN', { message: 'This request names another host than the tunnel.' })
const otherCoding = refuseField('transfer-encoding', 'must be chunked alone')
const needsPassword = refuse('UNAUTHENTICATED', {
  message: `Enter the password of the tunnel, which its operator knows. Programs send it in the header ${tunnelPasswordHeader}.`,
})

/** The visitor's address, which the service of the tunnel appends. It is never one of this machine. */
function visitorOf(headers: IncomingHttpHeaders): string | undefined {
  const forwarded = headers['x-forwarded-for']
  const last = (Array.isArray(forwarded) ? forwarded.join(',') : (forwarded ?? '')).split(',').at(-1)?.trim() ?? ''
  return isIP(last) !== 0 && !isLoopback(last) ? last : undefined
}

const keyOf = (tunnel: Tunneled, address: string | undefined): string =>
  clientKeyOf(new Headers({ [tunnelHeader]: tunnelStamp(tunnel), ...(address && { [clientAddressHeader]: address }) }))

function headersOf({ headers }: IncomingMessage, tunnel: Tunneled, address: string | undefined): IncomingHttpHeaders {
  // What a visitor names in Connection is not passed on, except the length of the body: the app would read a body without
  // it as another request.
  const named = (headers.connection ?? '')
    .toLowerCase()
    .split(/[\s,]+/)
    .filter((name) => name !== 'content-length')
  const kept = Object.entries(headers).filter(([name]) => !ofConnection.has(name) && !named.includes(name))
  const passed: IncomingHttpHeaders = Object.fromEntries(kept)
  delete passed[tunnelPasswordHeader]
  // Never passed on: no route knows it, and it has the password of the tunnel.
  if (basicIn(headers) !== undefined) delete passed.authorization
  delete passed[clientAddressHeader]
  if (address !== undefined) passed[clientAddressHeader] = address
  // A body of unknown length stays one, for every method.
  if (headers['transfer-encoding'] !== undefined) {
    delete passed['content-length']
    passed['transfer-encoding'] = 'chunked'
  }
  return { ...passed, host: tunnel.url.host, [tunnelHeader]: tunnelStamp(tunnel) }
}

/** Each request has a connection of its own, so that none is read as the rest of another one. */
function passOn(
  asked: IncomingMessage,
  response: ServerResponse,
  app: DoorOptions['app'],
  headers: IncomingHttpHeaders,
) {
  const onward = request({ ...app, method: asked.method, path: asked.url, headers, agent: false })
  onward.on('response', (answered) => {
    const { statusCode = 502, rawHeaders } = answered
    const pairs = rawHeaders.flatMap((name, at) => (at % 2 === 0 ? [[name, rawHeaders[at + 1] ?? '']] : []))
    response.writeHead(statusCode, pairs.filter(([name = '']) => !ofConnection.has(name.toLowerCase())).flat())
    pipeline(answered, response, () => {})
  })
  onward.on('error', () => {
    if (response.headersSent) response.destroy()
    else response.writeHead(502, { connection: 'close' }).end()
  })
  response.on('close', () => onward.destroy())
  asked.pipe(onward)
}

async function refuseAt(response: ServerResponse, refused: Refused): Promise<void> {
  const { status, headers, body } = refusalResponse(refused)
  const asks = refused === needsPassword ? { 'www-authenticate': 'Basic realm="travel.aw", charset="UTF-8"' } : {}
  const text = await new Response(body).text()
  response.writeHead(status, { ...Object.fromEntries(headers), ...asks, connection: 'close' }).end(text)
}
