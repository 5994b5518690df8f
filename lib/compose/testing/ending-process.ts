import { createServer } from 'node:http'
import { setTimeout as wait } from 'node:timers/promises'
import { endOnSignal } from '../end-on-signal.ts'

/**
 * A server that ends at a signal. It sends its port to its parent, and then what it does. Argument: the time for its
 * work, which then never ends, and nor do its services. Absent: its work ends.
 */
const [, , drainMs] = process.argv
const tell = (what: unknown) => void process.send?.(what)
const does = (what: string) => async () => {
  tell(what)
  if (drainMs !== undefined) await new Promise(() => {})
}
const server = createServer(async (request, response) => {
  if (request.url === '/slow') {
    tell('asked')
    await wait(500)
  }
  response.end('answered')
})
server.listen(0, '127.0.0.1', () => {
  const address = server.address()
  if (address === null || typeof address === 'string') throw new TypeError('The server listens on no port')
  const services = { drain: does('drain'), [Symbol.asyncDispose]: does('dispose'), log: { warn: () => {} } }
  endOnSignal(address.port, services, Number(drainMs ?? 60_000))
  tell(address.port)
})
