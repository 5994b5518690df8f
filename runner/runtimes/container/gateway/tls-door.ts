import { constants } from 'node:crypto'
import type { Duplex } from 'node:stream'
import { createServer, type TLSSocket } from 'node:tls'
import { quoted } from '../../../core/quoted.ts'
import type { InstanceCa } from './instance-ca.ts'

type TlsDoorOptions = {
  readonly ca: InstanceCa
  readonly handshakeTimeoutMs: number
  /** `name` in lower case. */
  isDeclared(name: string): boolean
  /** The handshake for this declared name is complete. */
  opened(socket: TLSSocket, name: string): void
  violation(reason: string): void
  /** The handshake failed, but was not a violation. */
  failed(name: string | undefined, why: string): void
}

/**
 * Accepts TLS connections to declared names, each with a certificate for its name. Sessions cannot be resumed, so no
 * connection affects another one.
 */
export function createTlsDoor(options: TlsDoorOptions): (socket: Duplex) => void {
  const { ca, isDeclared, violation, failed } = options
  const undeclared = (name: string) => violation(`TLS: asked for ${quoted(name)}, which is not declared`)

  const server = createServer({
    // No `cert` and `key`: the server has a certificate only for a declared name, from `SNICallback`.
    ca: ca.certificatePem,
    minVersion: 'TLSv1.2',
    secureOptions: constants.SSL_OP_NO_TICKET | constants.SSL_OP_NO_RENEGOTIATION,
    ALPNProtocols: ['http/1.1'],
    handshakeTimeout: options.handshakeTimeoutMs,
    SNICallback(asked, done) {
      const name = asked.toLowerCase()
      if (!isDeclared(name)) {
        undeclared(name)
        return done(new Error('not declared'))
      }
      ca.contextFor(name).then(
        (context) => done(null, context),
        (cause: unknown) => {
          failed(name, `the certificate could not be made: ${cause instanceof Error ? cause.message : String(cause)}`)
          done(new Error('no certificate'))
        },
      )
    },
  })

  server.on('secureConnection', (socket) => {
    const name = nameOf(socket)
    if (name !== undefined && isDeclared(name)) return options.opened(socket, name)
    name === undefined ? violation(noName) : undeclared(name)
    socket.destroy()
  })

  server.on('tlsClientError', (error: NodeJS.ErrnoException, socket) => {
    const name = nameOf(socket)
    socket.destroy()
    if (name !== undefined && !isDeclared(name)) return undeclared(name)
    const { code } = error
    // The callback above caused this error and has already reported it.
    if (code === undefined) return
    const trouble = troubleOf(code, name)
    if (trouble === undefined) return violation(attemptOf(code))
    failed(name, trouble)
  })

  return (socket) => void server.emit('connection', socket)
}

const noName = 'TLS: asked for no server name (SNI)'
const noCertificateFits = new Set(['ERR_SSL_NO_SUITABLE_SIGNATURE_ALGORITHM', 'ERR_SSL_NO_SHARED_CIPHER'])

function nameOf({ servername }: TLSSocket): string | undefined {
  return typeof servername === 'string' && servername !== '' ? servername.toLowerCase() : undefined
}

/** Describes a handshake failure that a well-behaved program can cause. Undefined: it is another failure. */
function troubleOf(code: string, name: string | undefined): string | undefined {
  if (code === 'ERR_TLS_HANDSHAKE_TIMEOUT') return 'the handshake took too long'
  if (!code.startsWith('ERR_SSL_')) return 'its program closed the connection'
  if (code.includes('ALERT')) {
    const remedy = 'it must trust the certificates in SSL_CERT_FILE'
    return `its program refused the certificate or the connection (${code.slice('ERR_SSL_'.length)}): ${remedy}`
  }
  if (code === 'ERR_SSL_UNSUPPORTED_PROTOCOL') return 'its program does not support TLS 1.2 or newer'
  if (name === undefined) return undefined
  if (code === 'ERR_SSL_NO_APPLICATION_PROTOCOL') return 'its program offered no HTTP/1.1'
  if (noCertificateFits.has(code)) return 'its program accepts no certificate with an ECDSA P-256 key'
  return undefined
}

function attemptOf(code: string): string {
  if (code === 'ERR_SSL_HTTP_REQUEST' || code === 'ERR_SSL_HTTPS_PROXY_REQUEST') {
    return 'TLS: plain HTTP instead of TLS'
  }
  if (noCertificateFits.has(code) || code === 'ERR_SSL_NO_APPLICATION_PROTOCOL') return noName
  return 'TLS: something else instead of TLS'
}
