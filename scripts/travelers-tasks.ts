import { readArguments } from './arguments.ts'
import { runBrowserTests } from './browser-tests.ts'
import { prepare, strictAppSteps } from './prepare.ts'
import { main } from './steps.ts'

/** `node scripts/travelers-tasks.ts`: does the tasks of docs/travelers-tasks.md, and writes pictures to test-results/tasks. */
await main(async () => {
  const { words } = readArguments({}, { maxWords: 1 })
  await prepare(strictAppSteps)
  process.env.TRAVEL_E2E_TASKS = 'yes'
  await runBrowserTests([...words, '--project', 'tasks'])
  return 0
})
