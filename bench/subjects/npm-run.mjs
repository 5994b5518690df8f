import { createRunner } from 'run'
import { helloCode, helloInput } from '../jobs/hello.ts'
import { peerSearch } from '../jobs/peer-search.ts'
import { serve, timed } from '../process/serve.ts'

/** The npm package `run`: QuickJS in WebAssembly in a worker thread, a new context for each run. */

const mb = 1024 * 1024
const limits = { timeoutMs: 15_000, memoryLimitBytes: 64 * mb, maxResultBytes: 4 * mb }
const runner = createRunner({ limits })

async function resultOf(source, hostFunctions) {
  const result = await runner.run({ source, hostFunctions })
  if (result.status !== 'completed') throw new Error(`it ended with status ${result.status}`)
  return result.value
}

serve({
  hello: timed(() => {
    const source = `${helloCode}; return globalThis.__skill(${JSON.stringify(helloInput)})`
    return () => resultOf(source, {})
  }),
  mapping: timed(async ({ offers, provider }) => {
    const { setUp, entry, input, fetchText, offsetsText } = await peerSearch(provider, offers)
    const host = 'const { fetch: __fetch, offsets: __offsets } = provider'
    const source = `${setUp} ${host}; return await ${entry}(${JSON.stringify(input)})`
    return () => resultOf(source, { provider: { fetch: fetchText, offsets: offsetsText } })
  }),
})
