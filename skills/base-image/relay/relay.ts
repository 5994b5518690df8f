import { createServer, type Server, type Socket } from 'node:net'
import { connect, type TLSSocket } from 'node:tls'
import type { FromRelay } from '#runner/runtimes/container/bridge/relay.ts'
import { type ToRelay, targetLine, tokenLine, uplinkName } from '#runner/runtimes/container/bridge/uplink-protocol.ts'

/** More than the app accepts for one execution, so that the app decides. */
const maxConnections = 128

type Network = { readonly servers: readonly Server[]; readonly sockets: Set<Socket> }

/**
 * Carries connections of containers to the app, and reports the address and port of each. It decides nothing and knows
 * no names. Each network has its own listeners, on the relay's address there.
 */
export function createRelay(send: (message: FromRelay) => void): { handle(message: ToRelay): void } {
  const networks = new Map<string, Network>()
  let uplinks: Uplinks | undefined

  const carry = (socket: Socket, address: string, port: number) => {
    socket.setNoDelay(true)
    const uplink = uplinks?.take((ready) => {
      ready.write(targetLine(address, port))
      socket.pipe(ready).pipe(socket)
    })
    if (uplink === undefined) {
      socket.destroy()
      return
    }
    // A broken connection also breaks on the other side, after the data before it.
    socket.once('close', () => uplink.destroySoon())
    uplink.once('close', () => socket.destroySoon())
  }

  const open = async ({ address, ports }: Extract<ToRelay, { type: 'open' }>) => {
    const sockets = new Set<Socket>()
    const servers = ports.map((port) =>
      createServer({ allowHalfOpen: true }, (socket) => {
        socket.on('error', () => {})
        if (sockets.size >= maxConnections) {
          socket.destroy()
          return
        }
        sockets.add(socket)
        socket.once('close', () => sockets.delete(socket))
        carry(socket, address, port)
      }),
    )
    networks.set(address, { servers, sockets })
    try {
      await Promise.all(servers.map((server, index) => listen(server, address, ports[index] ?? 0)))
      send({ type: 'opened', address })
    } catch (cause) {
      close(address)
      send({ type: 'refused', address, reason: cause instanceof Error ? cause.message : String(cause) })
    }
  }

  const close = (address: string) => {
    const network = networks.get(address)
    networks.delete(address)
    for (const server of network?.servers ?? []) server.close()
    for (const socket of network?.sockets ?? []) socket.destroy()
  }

  return {
    handle(message) {
      switch (message.type) {
        case 'start': {
          const { host, port, authority, token } = message
          uplinks = createUplinks({
            ...{ host, port, authority, token },
            ready: () => send({ type: 'ready' }),
            unreachable: (reason) => send({ type: 'unreachable', reason }),
          })
          return
        }
        case 'open':
          close(message.address)
          return void open(message)
        case 'close':
          return close(message.address)
      }
    },
  }
}

function listen(server: Server, host: string, port: number): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  server.once('error', reject)
  server.listen({ host, port }, () => {
    // A later error means that a connection could not be accepted. Its client retries.
    server.on('error', () => {})
    resolve()
  })
  return promise
}

type Uplinks = {
  /** An idle connection to the app. `ready` is called when it may carry data; a broken one closes. */
  take(ready: (uplink: TLSSocket) => void): TLSSocket
}

type UplinksOptions = Pick<Extract<ToRelay, { type: 'start' }>, 'host' | 'port' | 'authority' | 'token'> & {
  /** The first connection was made. */
  readonly ready: () => void
  /** The connection failed, and none was made before. */
  readonly unreachable: (reason: string) => void
}

/** Connections that are ready before a container needs one, so that none waits for a handshake. */
const spares = 4
const retryMs = 500
const handshakeMs = 10_000

/** Keeps connections to the app ready. Sends nothing to a server without a certificate of the app's own authority. */
function createUplinks(options: UplinksOptions): Uplinks {
  const { host, port, authority, token } = options
  const spare = new Set<TLSSocket>()
  const secure = new WeakSet<TLSSocket>()
  let isReady = false

  const open = () => {
    const socket = connect({ host, port, servername: uplinkName, ca: authority, minVersion: 'TLSv1.3' })
    socket.setNoDelay(true)
    socket.setTimeout(handshakeMs, () => socket.destroy(new Error('the app does not answer')))
    socket.once('secureConnect', () => {
      socket.setTimeout(0)
      socket.write(tokenLine(token))
      secure.add(socket)
      if (!isReady) options.ready()
      isReady = true
    })
    socket.on('error', (error) => {
      if (!isReady) options.unreachable(error.message)
    })
    return socket
  }
  const refill = () => {
    while (spare.size < spares) {
      const socket = open()
      spare.add(socket)
      // An unused connection that closed is not replaced at once: the app may be gone.
      socket.once('close', () => {
        if (spare.delete(socket)) setTimeout(refill, retryMs)
      })
    }
  }

  refill()
  return {
    take(ready) {
      // The oldest is the most likely to be connected.
      const [socket = open()] = spare
      spare.delete(socket)
      refill()
      if (secure.has(socket)) ready(socket)
      else socket.once('secureConnect', () => ready(socket))
      return socket
    },
  }
}
