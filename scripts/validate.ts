import { format, types, unitTests } from './checks.ts'
import { prepare, sourceSteps } from './prepare.ts'
import { main, step } from './steps.ts'

/** `npm run validate`: what takes seconds. `npm test` does the rest too. */
await main(async () => {
  await prepare(sourceSteps)
  for (const { label, run } of [format, types, unitTests]) await step(label, run)
  return 0
})
