import { main } from '../../steps.ts'
import { startProcess } from '../start-process.ts'

/** For tests: starts child.ts and forwards its output until it ends. `--stops`: stops the child itself on SIGTERM. */
await main(async () => {
  const { child, signal } = startProcess([`${import.meta.dirname}/child.ts`])
  child.stdout?.pipe(process.stdout)
  if (process.argv.includes('--stops')) {
    await new Promise((resolve) => process.once('SIGTERM', resolve))
    signal('SIGTERM')
  }
  await new Promise((resolve) => child.once('close', resolve))
  return 0
})
