import { readArguments } from './arguments.ts'
import { doByHand } from './by-hand.ts'
import { main } from './steps.ts'

/** `node scripts/screenshots.ts`: renews the screenshots in docs/screenshots. */
await main(async () => {
  readArguments({})
  await doByHand(['screenshots'])
  return 0
})
