import { createRunner } from 'run'
import { helloCode, helloInput } from '../jobs/hello.ts'
import { serve, timed } from '../process/serve.ts'

/** The npm package `run`: QuickJS in WebAssembly in a worker thread, a new context for each run. */

const runner = createRunner({ limits: { timeoutMs: 1000, memoryLimitBytes: 32 * 1024 * 1024 } })

await serve({
  hello: timed(() => {
    const source = `${helloCode}; return globalThis.__skill(${JSON.stringify(helloInput)})`
    return async () => {
      const result = await runner.run({ source })
      if (result.status !== 'completed') throw new Error(`it ended as ${result.status}`)
      return result.value
    }
  }),
})
