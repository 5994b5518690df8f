import { appSteps, prepare } from './prepare.ts'
import { main } from './steps.ts'

/** `npm run build` */
await main(async () => {
  await prepare(appSteps)
  return 0
})
