import { getQuickJS } from 'quickjs-emscripten'
import { helloCode, helloInput } from '../jobs/hello.ts'
import { peerSearch } from '../jobs/peer-search.ts'
import { serve, timed } from '../process/serve.ts'

/** quickjs-emscripten: a new context for each run, all in one shared WebAssembly instance of this thread. */

const quickJs = await getQuickJS()

/** `source` is a function from the input's JSON to the answer's JSON, or to a promise of it. */
function runInContext(source, input, host = {}) {
  const runtime = quickJs.newRuntime()
  runtime.setMemoryLimit(64 * 1024 * 1024)
  const context = runtime.newContext()
  try {
    for (const [name, call] of Object.entries(host)) {
      const give = (argument) => context.newString(call(context.getString(argument)))
      context.newFunction(name, give).consume((fn) => context.setProp(context.global, name, fn))
    }
    const argument = context.newString(input)
    const skill = context.unwrapResult(context.evalCode(source))
    const returned = context.unwrapResult(context.callFunction(skill, context.undefined, argument))
    context.unwrapResult(runtime.executePendingJobs())
    const state = context.getPromiseState(returned)
    const answer = context.unwrapResult(state.type === 'fulfilled' ? { value: state.value } : { error: state.error })
    const json = context.getString(answer)
    for (const handle of new Set([answer, returned, skill, argument])) handle.dispose()
    return json
  } finally {
    context.dispose()
    runtime.dispose()
  }
}

await serve({
  hello: timed(() => {
    const source = `${helloCode}; input => JSON.stringify(globalThis.__skill(JSON.parse(input)))`
    const input = JSON.stringify(helloInput)
    return () => runInContext(source, input)
  }),
  mapping: timed(async ({ offers, provider }) => {
    const { setUp, entry, input, fetchText, offsetsText } = await peerSearch(provider, offers)
    const host = { __fetch: fetchText, __offsets: offsetsText }
    return () => runInContext(`${setUp} ${entry}`, input, host)
  }),
})
