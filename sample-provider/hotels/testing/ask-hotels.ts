import { createPlaces } from '#lib/travel/server/places/places.ts'
import { createHotelRoutes } from '../hotel-routes.ts'
import { hotelListAnswerSchema, hotelOffersAnswerSchema } from './wire.ts'

/** A Friday, noon in Greenwich. */
const now = Date.UTC(2026, 10, 20, 12)

const LIST = '/v1/reference-data/locations/hotels'
export const OFFERS = '/v3/shopping/hotel-offers'

/** Calls the hotel routes without HTTP. Answers are parsed in the documented format. */
export function createHotelAsker() {
  const routes = createHotelRoutes(createPlaces())
  const ask = (path: string, query: Record<string, string> = {}, nowMs = now) =>
    routes.answer(new URL(`http://sample.test${path}?${new URLSearchParams(withAll(path, query))}`), nowMs, false)
  const accepted = (answer: ReturnType<typeof ask>) => {
    if (!answer.ok) throw new Error(`refused: ${JSON.stringify(answer.issues)}`)
    return answer.value
  }
  return {
    ask,
    list: (kind: 'by-city' | 'by-geocode' | 'by-hotels', query: Record<string, string>) =>
      hotelListAnswerSchema.parse(accepted(ask(`${LIST}/${kind}`, query))).data,
    offers: (query: Record<string, string>, nowMs = now) =>
      hotelOffersAnswerSchema.parse(accepted(ask(OFFERS, query, nowMs))).data,
    listCodes: (kind: string, query: Record<string, string>) => codesOf(ask(`${LIST}/${kind}`, query)),
    offerCodes: (query: Record<string, string>) => codesOf(ask(OFFERS, query)),
  }
}

/** Adds the parameters that the provider requires of a request for offers. */
const withAll = (path: string, query: Record<string, string>): Record<string, string> =>
  path === OFFERS ? { includeClosed: 'true', bestRateOnly: 'false', ...query } : query

function codesOf(answer: ReturnType<ReturnType<typeof createHotelRoutes>['answer']>) {
  return answer.ok ? [] : answer.issues.map(({ code, source }) => [code, source?.parameter])
}
