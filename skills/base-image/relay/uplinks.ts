import { connect, type TLSSocket } from 'node:tls'
import { type ToRelay, tokenLine, uplinkName } from '#runner/runtimes/container/bridge/uplink-protocol.ts'

export type Uplinks = {
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
export function createUplinks(options: UplinksOptions): Uplinks {
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
