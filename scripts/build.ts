import { readArguments } from './arguments.ts'
import { appSteps, prepare, strictAppSteps } from './prepare.ts'
import { main } from './steps.ts'

/** `npm run build`. `--strict` fails on a problem of any approved skill. */
await main(async () => {
  const { options } = readArguments({ strict: 'flag' })
  await prepare(options.strict ? strictAppSteps : appSteps)
  return 0
})
