import { Agent } from 'node:http'
import { type RequestOptions, Agent as TlsAgent } from 'node:https'
import type { Duplex } from 'node:stream'
import type { OidcSettings } from './auth.ts'

/**
 * Connects to the origin of the issuer and to port 443 of the listed hosts. The discovery document of a provider names
 * the addresses that get the client's secret and the tokens, so it must not choose another host. An agent for https
 * refuses plain http, which only an issuer on this machine may use.
 */
export function createOidcAgent({ issuer, hosts }: Pick<OidcSettings, 'issuer' | 'hosts'>): Agent {
  const { protocol, hostname, port } = new URL(issuer)
  const isTls = protocol === 'https:'
  const usual = isTls ? '443' : '80'
  const own = `${hostname.replace(/^\[|\]$/g, '')} ${port || usual}`
  const requirePinned = ({ host, port: asked }: RequestOptions) => {
    const isListed = isTls && hosts.some((one) => one === host) && Number(asked) === 443
    if (isListed || `${host} ${asked}` === own) return
    throw new Error(
      `The identity provider names ${host}:${asked}, which is neither at OIDC_ISSUER nor in OIDC_HOSTS. Add the host there if it belongs to the provider.`,
    )
  }
  const made: Agent = isTls ? new TlsAgent() : new Agent()
  const connect = made.createConnection.bind(made)
  made.createConnection = (options, callback) => {
    requirePinned(options)
    const socket = connect(options, callback)
    if (socket) bound(socket)
    return socket
  }
  return made
}

/** Far more than keys or user data need. */
const maxBytes = 1024 * 1024
const longestMs = 30_000
/** The status line of an answer that switches protocols, also after interim answers. */
const switches = /(?:^|\n)HTTP\/1\.\d 101\b/
const statusLine = 16

/** Each connection serves one request, whose answer the library collects as a whole. */
function bound(socket: Duplex): void {
  let left = maxBytes
  const late = AbortSignal.timeout(longestMs)
  const end = () => socket.destroy(new Error('The identity provider did not answer in time'))
  late.addEventListener('abort', end)
  socket.once('close', () => late.removeEventListener('abort', end))
  let seen = ''
  socket.on('data', (part: Uint8Array) => {
    seen = seen.slice(-statusLine) + Buffer.from(part).toString('latin1')
    // Node ends such a request without an event, for which the library would wait without end.
    if (switches.test(seen)) socket.destroy(new Error('The identity provider switches to another protocol'))
    left -= part.length
    if (left < 0) socket.destroy(new Error(`The answer of the identity provider is over ${maxBytes} bytes`))
  })
}
