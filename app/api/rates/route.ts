import * as z from 'zod'
import { defineRoute } from '#lib/compose/define-route.ts'
import { ExchangeRates } from '#lib/travel/model/exchange-rates.ts'

const schema = z.object({ rates: ExchangeRates.nullable() })

/** Needs no session: a page requests the rates in parallel with its first search, perhaps before it has a session. */
export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = defineRoute.get({
  operation: 'readRates',
  summary: 'Reads the latest reference exchange rates.',
  who: 'anyone',
  limit: 'default',
  answers: { 200: { description: 'The rates, or null if no source has any', schema } },
  handle: async ({ services }) => ({ body: { rates: await services.latestRates() } }),
})
