import { readArguments } from './arguments.ts'
import { format, testStep, types, unitTests } from './checks.ts'
import { prepare, sourceSteps } from './prepare.ts'
import { main, step } from './steps.ts'

/** `npm run validate`: the checks that take seconds. `npm test` runs the others too. */
await main(async () => {
  readArguments({})
  await prepare(sourceSteps)
  for (const { label, run } of [format, types]) await step(label, run)
  await testStep(unitTests)
  return 0
})
