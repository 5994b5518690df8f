import { createServer, type Server, type Socket } from 'node:net'
import type { FromRelay } from '#runner/runtimes/container/bridge/relay.ts'
import { type ToRelay, targetLine } from '#runner/runtimes/container/bridge/uplink-protocol.ts'
import { createUplinks, type Uplinks } from './uplinks.ts'

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
