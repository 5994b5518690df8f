import ivm from 'isolated-vm'
import { helloCode, helloInput } from '../jobs/hello.ts'
import { peerSearch } from '../jobs/peer-search.ts'
import { serve, timed } from '../process/serve.ts'

/** isolated-vm: a new V8 isolate for each run, in this process. */

async function runIsolated(source, input, host = {}) {
  const isolate = new ivm.Isolate({ memoryLimit: 64 })
  try {
    const context = await isolate.createContext()
    for (const [name, call] of Object.entries(host)) await context.global.set(name, new ivm.Callback(call))
    const skill = await context.eval(source, { reference: true })
    return await skill.apply(undefined, [input], { timeout: 15_000, result: { promise: true } })
  } finally {
    isolate.dispose()
  }
}

serve({
  hello: timed(() => {
    const source = `${helloCode}; async (input) => JSON.stringify(globalThis.__skill(JSON.parse(input)))`
    const input = JSON.stringify(helloInput)
    return () => runIsolated(source, input)
  }),
  mapping: timed(async ({ offers, provider }) => {
    const { setUp, entry, input, fetchText, offsetsText } = await peerSearch(provider, offers)
    const host = { __fetch: fetchText, __offsets: offsetsText }
    return () => runIsolated(`${setUp} ${entry}`, input, host)
  }),
})
