import { eachAppRequest } from './app-requests.ts'

/**
 * Makes the app at `port` answer upgrade requests like any other request. Next otherwise holds their sockets open
 * forever, in production too.
 */
export function answerUpgrades(port: number): Disposable {
  return eachAppRequest(port, ({ server }) => void server.removeAllListeners('upgrade'))
}
