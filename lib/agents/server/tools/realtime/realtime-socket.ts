import { Agent, WebSocket } from 'undici'

/** The part of a WebSocket that a session uses. */
export type RealtimeSocket = {
  send(text: string): void
  close(): void
  addEventListener(type: 'message', listener: (event: { readonly data: unknown }) => void): void
  addEventListener(type: 'close', listener: () => void): void
}

/** A WebSocket over HTTP/2 is still an experiment of the library. */
const dispatcher = new Agent({ allowH2: false })

/**
 * Opens a WebSocket. `headers`: sent with the request, for example the key of the Realtime API.
 *
 * @throws when it cannot be opened, or when `signal` aborts first
 */
export async function openRealtimeSocket(
  url: string,
  headers: Readonly<Record<string, string>>,
  signal: AbortSignal,
): Promise<RealtimeSocket> {
  signal.throwIfAborted()
  const socket = new WebSocket(url, { headers, dispatcher })
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  const leave = () => {
    reject(signal.reason)
    socket.close()
  }
  signal.addEventListener('abort', leave, { once: true })
  socket.addEventListener('open', () => resolve())
  socket.addEventListener('error', () => reject(new Error('the WebSocket could not be opened')))
  socket.addEventListener('close', () => reject(new Error('the WebSocket was closed')))
  try {
    await promise
  } finally {
    signal.removeEventListener('abort', leave)
  }
  return socket
}
