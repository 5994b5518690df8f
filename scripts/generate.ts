import { readArguments } from './arguments.ts'
import { prepare, sourceSteps } from './prepare.ts'
import { main } from './steps.ts'

/** `npm run db:generate`: generates the sources that type checks and tests need. */
await main(async () => {
  readArguments({})
  await prepare(sourceSteps)
  return 0
})
