import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import { IncomingMessage, Server, ServerResponse } from 'node:http'

type Exchange = { readonly request: IncomingMessage; readonly response: ServerResponse; readonly server: Server }

/**
 * Calls `see` with each request to the app at `port`, before the server's own listeners. Requests to other servers of
 * this process, such as the container gateway, stay untouched.
 */
export function eachAppRequest(port: number, see: (exchange: Exchange) => void): Disposable {
  const onStart = (message: unknown) => {
    if (typeof message !== 'object' || message === null) return
    if (!('request' in message && 'response' in message && 'server' in message)) return
    const { request, response, server } = message
    if (!(request instanceof IncomingMessage && response instanceof ServerResponse && server instanceof Server)) return
    if (request.socket.localPort === port) see({ request, response, server })
  }
  subscribe('http.server.request.start', onStart)
  return { [Symbol.dispose]: () => void unsubscribe('http.server.request.start', onStart) }
}

/**
 * Makes the app at `port` answer upgrade requests like any other request. Next otherwise holds their sockets open
 * forever, in production too.
 */
export function answerUpgrades(port: number): Disposable {
  return eachAppRequest(port, ({ server }) => void server.removeAllListeners('upgrade'))
}
