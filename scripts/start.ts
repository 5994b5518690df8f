import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { readEnv } from '#lib/env/env.ts'
import { loadEnvFile } from '#lib/env/load-env-file.ts'
import { requireFreePort } from './free-port.ts'
import { prepare, sourceSteps } from './prepare.ts'
import { serve } from './serve.ts'
import { main, root, StepError } from './steps.ts'

/** `npm start`: the app as it was built. `npm run dev` (`--dev`): from the sources, following changes. */
await main(async () => {
  const mode = process.argv.includes('--dev') ? 'dev' : 'start'
  loadEnvFile()
  const env = readEnv()
  await requireFreePort(env.host, env.port)
  if (mode === 'dev') await prepare(sourceSteps)
  else if (!existsSync(join(root, '.next', 'BUILD_ID'))) {
    throw new StepError('The app is not built: run npm run build, or npm run up, which does everything.')
  }
  return serve(env, mode)
})
