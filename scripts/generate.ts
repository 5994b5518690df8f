import { prepare, sourceSteps } from './prepare.ts'
import { main } from './steps.ts'

/** `npm run db:generate`: what types and tests need of generated sources. */
await main(async () => {
  await prepare(sourceSteps)
  return 0
})
