import { loadFlightSearch } from '../jobs/flight-search.ts'
import { helloCode, helloInput } from '../jobs/hello.ts'
import { plainHost, recordAnswers } from '../jobs/provider-answers.ts'
import { serve, timed } from '../process/serve.ts'

/** The same code in plain Node without a sandbox: the baseline. */

type PlainSkill = (call: unknown, host?: unknown) => unknown
const plain = (code: string): PlainSkill => new Function(`${code}; return globalThis.__skill`)()

serve({
  hello: timed(() => {
    const skill = plain(helloCode)
    const input = JSON.stringify(helloInput)
    return () => JSON.stringify(skill(JSON.parse(input)))
  }),
  mapping: timed(async ({ offers, provider }) => {
    const { code, input } = await loadFlightSearch(offers)
    const skill = plain(code)
    const host = plainHost(await recordAnswers(provider, offers))
    const text = JSON.stringify(input)
    return async () => JSON.stringify(await skill(JSON.parse(text), host))
  }),
})
