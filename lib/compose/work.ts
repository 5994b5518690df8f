import { createServer, type IncomingMessage } from 'node:http'
import { reportMetrics } from '#lib/console/server/system/report-metrics.ts'
import { readEnv } from '#lib/platform/server/env/env.ts'
import { loadEnvFile } from '#lib/platform/server/env/project-root.ts'
import { clientAddressHeader, stampClientAddress } from '#lib/platform/server/http/client-address.ts'
import { refusalResponse, refuse, refuseMethod } from '#lib/platform/server/http/outcome.ts'
import { logConsole } from '#lib/platform/server/log/log-console.ts'
import { createLogger } from '#lib/platform/server/log/logger.ts'
import { mayReadMetrics } from '#lib/platform/server/metrics/may-read-metrics.ts'
import type { Services } from './compose.ts'
import { endOnSignal } from './end-on-signal.ts'
import { startServices } from './start-services.ts'

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
    const answered = await answer(services, request).catch((cause: unknown) => {
      services.log.error('a request to the worker failed', { cause })
      return new Response('', { status: 500 })
    })
    const body = await answered.text()
    response.writeHead(answered.status, Object.fromEntries(answered.headers))
    response.end(request.method === 'HEAD' ? undefined : body)
  }).listen(port, host)
}

async function answer(services: Services, request: IncomingMessage): Promise<Response> {
  const { method, url, headers } = request
  if (method !== 'GET' && method !== 'HEAD') return refusalResponse(refuseMethod(['GET', 'HEAD']))
  if (url === '/health') {
    const health = await services.health()
    return Response.json(health, { status: health.status === 'ok' ? 200 : 503 })
  }
  if (url !== '/metrics')
    return refusalResponse(refuse('NOT_FOUND', { message: 'A worker answers only /health and /metrics.' }))
  const { env } = services
  stampClientAddress(request, { hops: env.trustedProxies, publicUrl: env.publicUrl })
  const asked = new Headers()
  for (const name of ['authorization', 'host', clientAddressHeader]) {
    const value = headers[name]
    if (typeof value === 'string') asked.set(name, value)
  }
  const allowed = mayReadMetrics(asked, env)
  if (!allowed.ok) return refusalResponse(allowed)
  return new Response(await reportMetrics(services), { headers: { 'content-type': services.metrics.contentType } })
}

await work().catch((cause: unknown) => {
  console.error(cause instanceof Error ? cause.message : cause)
  process.exit(1)
})
