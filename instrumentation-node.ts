import { join } from 'node:path'
import { directRoutes } from '#app/direct-routes.ts'
import { endOnSignal } from '#lib/compose/end-on-signal.ts'
import { provideServices, services } from '#lib/compose/process-services.ts'
import { startServices } from '#lib/compose/start-services.ts'
import { readEnv } from '#lib/platform/server/env/env.ts'
import { findProjectRoot, loadEnvFile } from '#lib/platform/server/env/project-root.ts'
import { answerDirectly } from '#lib/platform/server/http/answer-directly.ts'
import { answerMalformed } from '#lib/platform/server/http/answer-malformed.ts'
import { answerUpgrades } from '#lib/platform/server/http/app-requests.ts'
import { checkHead } from '#lib/platform/server/http/check-head.ts'
import { protectEveryAnswer } from '#lib/platform/server/http/content-security-policy.ts'
import { guardEveryRequest } from '#lib/platform/server/http/guard-requests.ts'
import { limitPage } from '#lib/platform/server/http/limit-page.ts'
import { sendBrotli } from '#lib/platform/server/http/send-brotli.ts'
import { stampEveryRequest } from '#lib/platform/server/http/stamp-requests.ts'
import { logConsole } from '#lib/platform/server/log/log-console.ts'
import { createLogger } from '#lib/platform/server/log/logger.ts'
import { measureEveryRequest, readRoutes } from '#lib/platform/server/metrics/measure-requests.ts'

/** A failed start ends the process with a message, because the app cannot answer requests without its services. */
export async function start(): Promise<void> {
  provideServices(startServices)
  try {
    loadEnvFile()
    const { port, trustedProxies, publicUrl, isDevelopment, logLevel, drainMs, map } = readEnv()
    // In development, console output stays unformatted for the developer.
    if (!isDevelopment) logConsole(createLogger({ level: logLevel }))
    // Called before the services start, because requests that arrive meanwhile wait for the services.
    stampEveryRequest(port, { hops: trustedProxies, publicUrl })
    if (!isDevelopment) sendBrotli(port, join(findProjectRoot(), '.next/static'))
    protectEveryAnswer(port, { isDevelopment, tiles: map?.kind === 'server' ? map.origin : undefined })
    // Not in development, where the server notifies the browser of changes over a WebSocket.
    if (!isDevelopment) answerUpgrades(port)
    answerMalformed(port)
    guardEveryRequest(
      port,
      async (request) => checkHead(request) ?? limitPage((await services()).limits, request),
      // In development, Next answers all routes, and loads what has changed.
      isDevelopment ? undefined : answerDirectly(directRoutes),
    )
    const running = await services()
    if (!isDevelopment) endOnSignal(port, running, drainMs)
    const { metrics } = running
    measureEveryRequest(port, {
      metrics,
      routeOf: await readRoutes(join(findProjectRoot(), '.next/routes-manifest.json')),
    })
  } catch (cause) {
    console.error(cause instanceof Error ? cause.message : cause)
    process.exit(1)
  }
}
