import { getQuickJS } from 'quickjs-emscripten'
import { helloCode, helloInput } from '../jobs/hello.ts'
import { serve, timed } from '../process/serve.ts'

/** quickjs-emscripten: a new context for each run, in one WebAssembly instance of this thread that all share. */

const quickJs = await getQuickJS()

await serve({
  hello: timed(() => {
    const source = `${helloCode}; input => JSON.stringify(globalThis.__skill(JSON.parse(input)))`
    const input = JSON.stringify(helloInput)
    return () => {
      const runtime = quickJs.newRuntime()
      runtime.setMemoryLimit(32 * 1024 * 1024)
      const context = runtime.newContext()
      try {
        const skill = context.unwrapResult(context.evalCode(source))
        const argument = context.newString(input)
        const answer = context.unwrapResult(context.callFunction(skill, context.undefined, argument))
        const json = context.getString(answer)
        for (const handle of [answer, argument, skill]) handle.dispose()
        return json
      } finally {
        context.dispose()
        runtime.dispose()
      }
    }
  }),
})
