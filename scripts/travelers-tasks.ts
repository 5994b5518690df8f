import { readArguments } from './arguments.ts'
import { doByHand } from './by-hand.ts'
import { main } from './steps.ts'

/** `node scripts/travelers-tasks.ts`: does the tasks of docs/travelers-tasks.md, and writes pictures to test-results/tasks. */
await main(async () => {
  const { words } = readArguments({}, { maxWords: 1 })
  await doByHand(words.length > 0 ? words : ['travelers-'])
  return 0
})
