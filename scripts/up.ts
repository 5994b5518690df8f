import { readEnv } from '#lib/env/env.ts'
import { loadEnvFile } from '#lib/env/load-env-file.ts'
import { requireFreePort } from './free-port.ts'
import { appSteps, prepare } from './prepare.ts'
import { serve } from './serve.ts'
import { main } from './steps.ts'

/** The second half of `npm run up`, on the pinned Node. */
await main(async () => {
  const startedAt = performance.now()
  loadEnvFile()
  const env = readEnv()
  await requireFreePort(env.host, env.port)
  await prepare(appSteps)
  return serve(env, 'start', startedAt)
})
