import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { readArguments } from './arguments.ts'
import { requireFreePort } from './free-port.ts'
import { prepare, sourceSteps } from './prepare.ts'
import { serve } from './serve.ts'
import { readServeEnv, serveOptions } from './serve-env.ts'
import { main, root, StepError } from './steps.ts'

/** `npm start` serves the built app. `npm run dev` (`--dev`) serves the sources and reloads on changes. */
await main(async () => {
  const { options } = readArguments({ ...serveOptions, dev: 'flag' })
  const mode = options.dev ? 'dev' : 'start'
  const env = await readServeEnv(options)
  await requireFreePort(env.host, env.port)
  if (mode === 'dev') await prepare(sourceSteps)
  else if (!existsSync(join(root, '.next', 'BUILD_ID'))) {
    throw new StepError('The app is not built: run npm run build, or npm run up, which also builds it.')
  }
  return serve(env, mode)
})
