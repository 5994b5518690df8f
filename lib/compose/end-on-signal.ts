import type { Server } from 'node:http'
import { setTimeout as wait } from 'node:timers/promises'
import { eachAppRequest } from '#lib/platform/server/http/app-requests.ts'
import type { Services } from './compose.ts'

type Ending = Pick<Services, 'drain' | typeof Symbol.asyncDispose> & { readonly log: Pick<Services['log'], 'warn'> }

/** The time to close the services, when what runs has not ended by itself. */
const closeMs = 1_000
const idleMs = 50

/**
 * At SIGTERM or SIGINT, the process begins no more work, and lets open requests and running work end for `drainMs`.
 * Then it closes its services, so that other processes go on with the rest at once, and exits. A second signal ends it
 * immediately.
 *
 * @param port of the app, whose server is known from its first request
 */
export function endOnSignal(port: number, services: Ending, drainMs: number): void {
  let server: Server | undefined
  const seeing = eachAppRequest(port, (exchange) => {
    server = exchange.server
    seeing[Symbol.dispose]()
  })

  /** The port stays open while work runs, so that callers can read its results, and /health says what happens. */
  async function drain(): Promise<void> {
    await services.drain()
    const { promise: closed, resolve } = Promise.withResolvers<void>()
    if (server === undefined) return
    server.close(() => resolve())
    // A connection whose request is answered from now on would stay open for the next one.
    const idle = setInterval(() => server?.closeIdleConnections(), idleMs)
    await closed
    clearInterval(idle)
  }

  async function end(): Promise<void> {
    setTimeout(() => process.exit(1), drainMs + closeMs)
    const drained = drain().catch((cause: unknown) => services.log.warn('work did not end in order', { cause }))
    await Promise.race([drained, wait(drainMs)])
    await services[Symbol.asyncDispose]()
  }

  let isEnding = false
  const onSignal = () => {
    if (isEnding) process.exit(1)
    isEnding = true
    end().then(
      () => process.exit(0),
      (cause: unknown) => {
        services.log.warn('the services did not close in order', { cause })
        process.exit(1)
      },
    )
  }
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, onSignal)
}
