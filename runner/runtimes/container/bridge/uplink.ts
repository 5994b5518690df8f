import { timingSafeEqual } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type TLSSocket } from 'node:tls'
import * as z from 'zod'
import type { Log } from '../../../core/ports.ts'
import type { InstanceCa } from '../gateway/instance-ca.ts'
import { uplinkName } from './uplink-protocol.ts'

/**
 * The target of a container's connection: the relay's address on the container's network, and the port. The relay has
 * a different address on each network.
 */
export type Target = { readonly address: string; readonly port: number }

export type UplinkOptions = {
  readonly ca: Pick<InstanceCa, 'contextFor'>
  /** An address of this machine, or the loopback for an engine on another (virtual) machine. */
  readonly host: string
  /** Proves the relay's identity. */
  readonly token: string
  readonly take: (target: Target, socket: TLSSocket) => void
  readonly log: Log
}

type Uplink = AsyncDisposable & { readonly port: number }

const handshakeTimeoutMs = 10_000
const tokenTimeoutMs = 5000
/** Maximum number of connections that have not sent the token yet. Other programs on this machine can connect too. */
const maxStrangers = 256
const maxLineBytes = 128

const TargetLine = z
  .string()
  .regex(/^\S+ \d{1,5}$/)
  .transform((line) => line.split(' '))
  .pipe(z.tuple([z.ipv4(), z.coerce.number<string>().int().min(1).max(65_535)]))

/**
 * Accepts connections from the relay: TLS with a certificate of the instance's authority, then the token, then the
 * target of the container's connection. Gives no answer to a client without the token.
 *
 * @throws Error (EADDRNOTAVAIL) when `host` is not an address of this machine
 */
export async function listenForRelay({ ca, host, token, take, log }: UplinkOptions): Promise<Uplink> {
  const open = new Set<TLSSocket>()
  const expected = Buffer.from(token)
  let strangers = 0

  const serve = async (socket: TLSSocket) => {
    strangers += 1
    const timer = setTimeout(() => socket.destroy(), tokenTimeoutMs)
    const shown = await readLine(socket).finally(() => {
      strangers -= 1
      clearTimeout(timer)
    })
    if (shown === undefined || shown.length !== expected.length || !timingSafeEqual(shown, expected)) {
      if (shown !== undefined) log.warn('A client without the token connected to the gateway of the containers')
      socket.destroy()
      return
    }
    const line = await readLine(socket)
    const target = TargetLine.safeParse(line?.toString('latin1'))
    if (!target.success) {
      socket.destroy()
      return
    }
    const [address, port] = target.data
    take({ address, port }, socket)
  }

  const server = createServer({
    minVersion: 'TLSv1.3',
    handshakeTimeout: handshakeTimeoutMs,
    SNICallback(name, done) {
      if (name !== uplinkName) {
        done(new Error('the certificate is only for the uplink'))
        return
      }
      ca.contextFor(name).then(
        (context) => done(null, context),
        (cause: unknown) => done(cause instanceof Error ? cause : new Error(String(cause))),
      )
    },
  })
  server.on('secureConnection', (socket) => {
    open.add(socket)
    socket.once('close', () => open.delete(socket))
    socket.on('error', () => {})
    socket.setNoDelay(true)
    if (strangers >= maxStrangers) socket.destroy()
    else serve(socket).catch(() => socket.destroy())
  })
  server.on('tlsClientError', (_, socket) => socket.destroy())
  server.listen(0, host)
  await once(server, 'listening')
  // A failure to accept one connection. The relay tries again.
  server.on('error', () => {})
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('the gateway of the containers has no port')
  return {
    port: address.port,
    async [Symbol.asyncDispose]() {
      const closed = once(server, 'close')
      server.close()
      for (const socket of open) socket.destroy()
      await closed
    },
  }
}

/** One line without its end; the rest stays in the stream. Undefined: the stream ended, or the line is too long. */
async function readLine(socket: TLSSocket): Promise<Buffer | undefined> {
  let read = Buffer.alloc(0)
  while (true) {
    const chunk: Buffer | null = socket.read()
    if (chunk === null) {
      if (!(await isReadable(socket))) return undefined
      continue
    }
    read = Buffer.concat([read, chunk])
    const end = read.indexOf('\n')
    if (end > maxLineBytes || (end < 0 && read.length > maxLineBytes)) return undefined
    if (end < 0) continue
    const rest = read.subarray(end + 1)
    if (rest.length > 0) socket.unshift(rest)
    return read.subarray(0, end)
  }
}

/** Waits until it is known whether more data follows. */
function isReadable(socket: TLSSocket): Promise<boolean> {
  if (socket.destroyed || socket.readableEnded) return Promise.resolve(false)
  const { promise, resolve } = Promise.withResolvers<boolean>()
  const yes = () => settle(true)
  const no = () => settle(false)
  const settle = (answer: boolean) => {
    socket.off('readable', yes).off('end', no).off('close', no)
    resolve(answer)
  }
  socket.on('readable', yes).on('end', no).on('close', no)
  return promise
}
