import { once } from 'node:events'
import { chmod } from 'node:fs/promises'
import { createServer, type Socket } from 'node:net'
import { join } from 'node:path'
import { serveDns } from './dns.ts'
import type { ContainerGateway } from './gateway.ts'

/** In the folder that the container sees at `/run/travel/net`. */
export const gatewaySocket = 'gateway.sock'
export const dnsSocket = 'dns.sock'
/** Plain HTTP to all declared hosts, for programs that support it: only this container and its gateway can reach it. */
export const plainSocket = 'plain.sock'
/** For connections to a port other than 443. */
const portSocket = (port: number): string => `gateway-${port}.sock`

/** The maximum length of a socket's path that every Unix accepts. */
const maxPathBytes = 103
const maxDnsConnections = 16

/**
 * Lets a container reach its gateway through sockets in `directory`: one for connections to port 443, one for each of
 * `ports`, one for connections without TLS, and one for DNS messages with a two-byte length prefix each. Any user who
 * can reach the folder may connect, so its parent folder must be closed to others. Disposing closes and removes the
 * sockets; the folder stays.
 *
 * @throws Error when the folder is absent, its path is too long, or the sockets already exist
 */
export async function listenOnSockets(
  gateway: ContainerGateway,
  directory: string,
  ports: readonly number[] = [],
): Promise<AsyncDisposable> {
  await using listeners = new AsyncDisposableStack()
  await chmod(directory, 0o711)
  listeners.use(await listen(join(directory, gatewaySocket), (socket) => gateway.accept(socket)))
  for (const port of ports) {
    listeners.use(await listen(join(directory, portSocket(port)), (socket) => gateway.accept(socket, port)))
  }
  listeners.use(await listen(join(directory, plainSocket), (socket) => gateway.acceptPlain(socket)))
  listeners.use(await listen(join(directory, dnsSocket), (socket) => void serveDns(gateway, socket), maxDnsConnections))
  return listeners.move()
}

async function listen(path: string, take: (socket: Socket) => void, maxAtOnce?: number): Promise<AsyncDisposable> {
  const bytes = Buffer.byteLength(path)
  if (bytes > maxPathBytes) {
    throw new Error(
      `The path ${path} has ${bytes} bytes, but the path of a socket can have at most ${maxPathBytes}: use a shorter one.`,
    )
  }
  const open = new Set<Socket>()
  const server = createServer((socket) => {
    open.add(socket)
    socket.once('close', () => open.delete(socket))
    take(socket)
  })
  if (maxAtOnce !== undefined) server.maxConnections = maxAtOnce
  server.listen(path)
  await once(server, 'listening')
  // A failure to accept one connection, for example because no file descriptor is left. The container tries again.
  server.on('error', () => {})
  await chmod(path, 0o666)
  return {
    async [Symbol.asyncDispose]() {
      const closed = once(server, 'close')
      server.close()
      for (const socket of open) socket.destroy()
      await closed
    },
  }
}
