import { loadFlightSearch } from './flight-search.ts'
import { recordAnswers } from './provider-answers.ts'

/**
 * The search as code for a peer. The code uses `__fetch` and `__offsets`, which take and return text. The code
 * evaluates to a function from the input's JSON to a promise of the answer's JSON.
 */
export async function peerSearch(provider: string, offers: number) {
  const { code, input } = await loadFlightSearch(offers)
  const { body, offsets } = await recordAnswers(provider, offers)
  const host = `{
    fetch: async (url) => ({ status: 200, ok: true, url, headers: {}, text: async () => __fetch(url) }),
    time: { offset: async (pairs) => JSON.parse(await __offsets(JSON.stringify(pairs))) },
    console: { log() {} },
    SkillError: Error,
  }`
  return {
    /** Statements that run first. */
    setUp: `${code};`,
    /** The expression with the function. */
    entry: `(async (input) => JSON.stringify(await globalThis.__skill(JSON.parse(input), ${host})))`,
    input: JSON.stringify(input),
    fetchText: () => Buffer.from(body.buffer, body.byteOffset, body.length).toString('utf8'),
    offsetsText: (pairs: string) => JSON.stringify(offsets(JSON.parse(pairs))),
  }
}
