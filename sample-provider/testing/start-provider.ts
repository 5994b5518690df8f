import { onTestFinished } from 'vitest'
import { z } from 'zod'
import { createPlaces } from '#lib/travel/server/places/places.ts'
import { createOfferGenerator } from '../flights/generate-offers.ts'
import { type SampleProviderOptions, startSampleProvider } from '../start-sample-provider.ts'

const places = createPlaces()
const flights = createOfferGenerator(places)

/** A provider that closes with the test, and a client with its credential. */
export async function startProvider(options: Partial<SampleProviderOptions> = {}) {
  const clock = { ms: Date.UTC(2026, 10, 20, 12), now: () => clock.ms }
  const provider = await startSampleProvider({ places, clock, flights, slowMs: 1, ...options })
  onTestFinished(() => provider.close())
  const { url } = provider

  const requestToken = () => {
    const form = { grant_type: 'client_credentials', client_id: 'sample', client_secret: 'sample' }
    return fetch(`${url}/v1/security/oauth2/token`, { method: 'POST', body: new URLSearchParams(form) })
  }
  const token = async () =>
    z.object({ access_token: z.string() }).parse(await (await requestToken()).json()).access_token
  const ask = async (path: string, { authorization, headers, ...init }: Asked = {}) => {
    // Well-paced: each request comes one second after the previous one.
    clock.ms += 1000
    const allowed = { authorization: authorization ?? `Bearer ${await token()}` }
    return fetch(url + path, { ...init, headers: { ...allowed, ...headers } })
  }
  return { provider, url, clock, requestToken, token, ask }
}

type Asked = { authorization?: string; method?: string; headers?: Record<string, string>; body?: string }

const refusalSchema = z.object({
  errors: z.array(z.object({ status: z.number(), code: z.number(), title: z.string() })),
})

export const codesOf = async (response: Response) =>
  refusalSchema.parse(await response.json()).errors.map(({ code }) => code)
