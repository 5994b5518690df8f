import { createServer, type IncomingMessage } from 'node:http'
import { reportMetrics } from '#lib/console/server/system/report-metrics.ts'
import { readEnv } from '#lib/platform/server/env/env.ts'
import { loadEnvFile } from '#lib/platform/server/env/load-env-file.ts'
import { clientAddressHeader, stampClientAddress } from '#lib/platform/server/http/client-address.ts'
import { logConsole } from '#lib/platform/server/log/log-console.ts'
import { createLogger } from '#lib/platform/server/log/logger.ts'
import { mayReadMetrics } from '#lib/platform/server/metrics/may-read-metrics.ts'
import { endOnSignal } from './end-on-signal.ts'
import type { Services } from './services.ts'
import { startServices } from './start-services.ts'

type Answer = { readonly status: number; readonly type: string; readonly body: string }

/** The program of a worker: the services of the app, which run what waits, without its pages and its API. */
async function work(): Promise<void> {
  loadEnvFile()
  const { host, port, logLevel, drainMs } = readEnv()
  logConsole(createLogger({ level: logLevel }))
  const services = await startServices()
  endOnSignal(port, services, drainMs)
  // As Next does in the other roles. The queue does not wait for the end of a job to be recorded, which an outage of the
  // database prevents; the job then runs again.
  process.on('unhandledRejection', (cause) =>
    services.log.error('an error in the background was not handled', { cause }),
  )
  createServer(async (request, response) => {
    const { status, type, body } = await answer(services, request).catch((cause: unknown): Answer => {
      services.log.error('a request to the worker failed', { cause })
      return { status: 500, type: 'text/plain', body: '' }
    })
    response.writeHead(status, { 'content-type': type }).end(request.method === 'HEAD' ? undefined : body)
  }).listen(port, host)
}

async function answer(services: Services, request: IncomingMessage): Promise<Answer> {
  const { method, url, headers } = request
  const text = (status: number, body: string): Answer => ({ status, type: 'text/plain; charset=utf-8', body })
  if (method !== 'GET' && method !== 'HEAD') return text(405, 'A worker answers only GET.')
  if (url === '/health') {
    const health = await services.health()
    return { status: health.status === 'ok' ? 200 : 503, type: 'application/json', body: JSON.stringify(health) }
  }
  if (url !== '/metrics') return text(404, 'A worker answers only /health and /metrics.')
  const { env } = services
  stampClientAddress(request, { hops: env.trustedProxies, publicUrl: env.publicUrl })
  const asked = new Headers()
  for (const name of ['authorization', 'host', clientAddressHeader]) {
    const value = headers[name]
    if (typeof value === 'string') asked.set(name, value)
  }
  const allowed = mayReadMetrics(asked, env)
  if (!allowed.ok) return text(401, allowed.error.message)
  return { status: 200, type: services.metrics.contentType, body: await reportMetrics(services) }
}

await work().catch((cause: unknown) => {
  console.error(cause instanceof Error ? cause.message : cause)
  process.exit(1)
})
