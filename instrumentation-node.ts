import { readEnv } from '#lib/env/env.ts'
import { loadEnvFile } from '#lib/env/load-env-file.ts'
import { protectEveryAnswer } from '#lib/http/content-security-policy.ts'
import { answerUpgrades } from '#lib/http/no-upgrades.ts'
import { stampEveryRequest } from '#lib/http/stamp-requests.ts'
import { services } from '#lib/services.ts'

/** A start that cannot be ends the process with its sentence: an app without its services answers nothing. */
export async function start(): Promise<void> {
  try {
    loadEnvFile()
    const { port, trustedProxies, isDevelopment } = readEnv()
    // Before there are services: a request that comes meanwhile waits for them.
    stampEveryRequest(port, { hops: trustedProxies })
    protectEveryAnswer(port, { isDevelopment })
    // The development server tells the browser of changes over a web socket.
    if (!isDevelopment) answerUpgrades(port)
    await services()
  } catch (cause) {
    console.error(cause instanceof Error ? cause.message : cause)
    process.exit(1)
  }
}
