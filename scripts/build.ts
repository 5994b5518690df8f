import { readArguments } from './arguments.ts'
import { appSteps, prepare } from './prepare.ts'
import { main } from './steps.ts'

/** `npm run build` */
await main(async () => {
  readArguments({})
  await prepare(appSteps)
  return 0
})
