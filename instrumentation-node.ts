import { readEnv } from '#lib/env/env.ts'
import { loadEnvFile } from '#lib/env/load-env-file.ts'
import { checkHead } from '#lib/http/check-head.ts'
import { protectEveryAnswer } from '#lib/http/content-security-policy.ts'
import { guardEveryRequest } from '#lib/http/guard-requests.ts'
import { limitPage } from '#lib/http/limit-page.ts'
import { answerUpgrades } from '#lib/http/no-upgrades.ts'
import { stampEveryRequest } from '#lib/http/stamp-requests.ts'
import { logConsole } from '#lib/log/log-console.ts'
import { createLogger } from '#lib/log/logger.ts'
import { services } from '#lib/services.ts'

/** A start that cannot be ends the process with its sentence: an app without its services answers nothing. */
export async function start(): Promise<void> {
  try {
    loadEnvFile()
    const { port, trustedProxies, isDevelopment, logLevel } = readEnv()
    // At a developer's terminal, the console is for the developer.
    if (!isDevelopment) logConsole(createLogger({ level: logLevel }))
    // Before there are services: a request that comes meanwhile waits for them.
    stampEveryRequest(port, { hops: trustedProxies })
    protectEveryAnswer(port, { isDevelopment })
    // The development server tells the browser of changes over a web socket.
    if (!isDevelopment) answerUpgrades(port)
    guardEveryRequest(port, async (request) => checkHead(request) ?? limitPage((await services()).limits, request))
    await services()
  } catch (cause) {
    console.error(cause instanceof Error ? cause.message : cause)
    process.exit(1)
  }
}
