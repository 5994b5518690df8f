import { eachAppRequest } from './app-requests.ts'

/**
 * Has the app at `port` answer a request that asks for another protocol as any other, as a server without one does. Next takes over
 * the connection of such a request in production too, and leaves it open without a word and without an end.
 */
export function answerUpgrades(port: number): Disposable {
  return eachAppRequest(port, ({ server }) => void server.removeAllListeners('upgrade'))
}
