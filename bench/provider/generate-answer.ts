import * as z from 'zod'
import { createPlaces } from '../../lib/travel/server/places/places.ts'
import { standIns } from '../../sample-provider/stand-ins.ts'
import { searchedAtMs, searchParams } from '../jobs/flight-search.ts'

const Token = z.object({ access_token: z.string() })
const Offer = z.looseObject({ id: z.string() })
const Names = z.record(z.string(), z.unknown())
const Answer = z.object({ data: z.array(Offer), dictionaries: z.record(z.string(), Names) })

const dayMs = 86_400_000
const maxDays = 30
const dayAfter = (date: string, days: number) =>
  new Date(Date.parse(`${date}T00:00:00Z`) + days * dayMs).toISOString().slice(0, 10)

/**
 * Generates one answer with `offers` round trips in the provider's format. It combines several days of the sample
 * provider, which has few offers per day.
 */
export async function generateAnswer(offers: number): Promise<string> {
  const sample = await standIns['api.amadeus.com'].start({
    places: createPlaces(),
    clock: { now: () => searchedAtMs },
    pace: { minIntervalMs: 0, toleranceMs: 0 },
  })
  const { url } = sample
  try {
    const authorization = await authorize(url)
    const data: unknown[] = []
    const dictionaries: Record<string, Record<string, unknown>> = {}
    for (let days = 0; data.length < offers && days < maxDays; days += 1) {
      const answer = await ask(url, authorization, days)
      for (const offer of answer.data) if (data.length < offers) data.push({ ...offer, id: String(data.length + 1) })
      for (const [kind, names] of Object.entries(answer.dictionaries)) {
        dictionaries[kind] = { ...dictionaries[kind], ...names }
      }
    }
    if (data.length < offers) throw new Error(`The sample provider has fewer than ${offers} offers`)
    return JSON.stringify({ meta: { count: offers }, data, dictionaries })
  } finally {
    await sample.close()
  }
}

async function authorize(url: string): Promise<string> {
  const form = new URLSearchParams({ grant_type: 'client_credentials', client_id: 'sample', client_secret: 'sample' })
  const response = await fetch(`${url}/v1/security/oauth2/token`, { method: 'POST', body: form })
  return `Bearer ${Token.parse(await response.json()).access_token}`
}

async function ask(url: string, authorization: string, days: number) {
  const query = new URLSearchParams({
    originLocationCode: searchParams.origin,
    destinationLocationCode: searchParams.destination,
    departureDate: dayAfter(searchParams.date, days),
    returnDate: dayAfter(searchParams.return_date, days),
    adults: String(searchParams.passengers),
    max: '250',
  })
  const response = await fetch(`${url}/v2/shopping/flight-offers?${query}`, { headers: { authorization } })
  return Answer.parse(await response.json())
}
