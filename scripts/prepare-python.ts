import { makeReady } from '../runner/runtimes/python/make-ready.ts'
import { main, root } from './steps.ts'

/** Makes the interpreter of Python, so that no start of the app has to. */
await main(async () => {
  await makeReady(root)
  return 0
})
