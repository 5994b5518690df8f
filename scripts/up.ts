import { readArguments } from './arguments.ts'
import { requireFreePort } from './free-port.ts'
import { appSteps, prepare } from './prepare.ts'
import { serve } from './serve.ts'
import { readServeEnv, serveOptions } from './serve-env.ts'
import { main } from './steps.ts'

/** The second half of `npm run up`, on the pinned Node. */
await main(async () => {
  const startedAt = performance.now()
  const env = await readServeEnv(readArguments(serveOptions).options)
  await requireFreePort(env.host, env.port)
  await prepare(appSteps)
  return serve(env, 'start', startedAt)
})
