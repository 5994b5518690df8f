import ivm from 'isolated-vm'
import { helloCode, helloInput } from '../jobs/hello.ts'
import { serve, timed } from '../process/serve.ts'

/** isolated-vm: a V8 isolate of its own for each run, in this process. */

await serve({
  hello: timed(() => {
    const source = `${helloCode}; input => JSON.stringify(globalThis.__skill(JSON.parse(input)))`
    const input = JSON.stringify(helloInput)
    return async () => {
      const isolate = new ivm.Isolate({ memoryLimit: 32 })
      try {
        const context = await isolate.createContext()
        const skill = await context.eval(source, { reference: true })
        return await skill.apply(undefined, [input], { timeout: 1000 })
      } finally {
        isolate.dispose()
      }
    }
  }),
})
