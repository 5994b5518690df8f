import * as z from 'zod'
import { AskAgain, Decided } from '#lib/agents/model/confirmation-view.ts'
import { Health } from '#lib/platform/server/health/check-health.ts'
import { InvokeBody } from '#lib/skills/server/invoking/invoke-body.ts'
import { AccountExport } from '#lib/travel/model/account-export.ts'
import { UnsubscribeAnswer, UnsubscribeQuery } from '#lib/travel/model/alert-mail-state.ts'
import { ExchangeRates } from '#lib/travel/model/exchange-rates.ts'
import { DateLine, DatePricesQuery } from '#lib/travel/model/flights/date-price.ts'
import { DayPrice, DayPricesQuery } from '#lib/travel/model/flights/day-price.ts'
import { placesAnswerSchema } from '#lib/travel/model/place.ts'
import { PushAnswer, SubscribePush } from '#lib/travel/model/push-subscription.ts'
import { RemovedAnswer, SavedOfferAnswer, SaveOffer } from '#lib/travel/model/saved-offer.ts'
import {
  ChangeSearch,
  SavedSearchAnswer,
  SavedSearchRef,
  SaveSearch,
  SeenAnswers,
  SeenQuery,
} from '#lib/travel/model/saved-search.ts'
import { PlacesQuery } from '#lib/travel/server/places/places-query.ts'
import { FlightCardQuery, HotelCardQuery } from '#lib/travel/server/share/card-query.ts'
import { FlightSearch } from '#runner/contract/capabilities/flight-search.ts'
import { HotelSearch } from '#runner/contract/capabilities/hotel-search.ts'
import { SkillOutput } from '#runner/contract/skill-io.ts'
import { SearchLine } from '#runner/contract/stream.ts'
import { type ApiOperation, anyone, session, skillFailures } from './operation.ts'

const lines = (schema: z.ZodType) => ({
  200: { description: 'One JSON document in each line', type: 'application/x-ndjson', schema },
})
const picture = { description: 'The picture', type: 'image/png', schema: z.string().meta({ format: 'binary' }) }
const skillOutput = SkillOutput.meta({ id: 'SkillOutput' })
const output = { description: 'The output of the skill', schema: skillOutput }
const decided = { description: 'What came of the decision', schema: Decided }
const saved = (description: string) => ({ description, schema: SavedOfferAnswer })
const savedSearch = (description: string) => ({ description, schema: SavedSearchAnswer })
const searchRef = { description: 'The saved search', schema: SavedSearchRef }
const health = { description: 'The state of database, runner, gateway and disk', schema: Health }

function search(kind: 'flights' | 'hotels', id: string, query: z.ZodObject): ApiOperation[] {
  const path = `/api/search/${kind}`
  const summary = `Asks every skill for ${kind} and streams each answer as it arrives.`
  const asGuest = `${summary} Starts a guest session for a page of this app.`
  const asked = { query, answers: lines(SearchLine) }
  return [
    session.get(path, id, { summary, ...asked }),
    session.post(path, `${id}AsGuest`, { summary: asGuest, ...asked }),
  ]
}

const card = (kind: 'flights' | 'hotels', id: string, query: z.ZodObject) =>
  anyone.get(`/api/share/${kind}`, id, {
    summary: `Draws the link preview of a search for ${kind}: 1200 by 630 px, without personal data.`,
    query,
    answers: { 200: picture },
  })

/** The calls of travelers, developers and operators. */
export const appOperations: readonly ApiOperation[] = [
  ...search('flights', 'searchFlights', FlightSearch),
  ...search('hotels', 'searchHotels', HotelSearch),
  session.get('/api/search/flights/days', 'readDayPrices', {
    summary: 'Streams the lowest price of nearby days.',
    query: DayPricesQuery,
    answers: lines(DayPrice),
  }),
  session.get('/api/search/flights/dates', 'readDatePrices', {
    summary: 'Streams the lowest price of other travel dates; with look, searches up to 24 of them.',
    query: DatePricesQuery,
    answers: lines(DateLine),
  }),
  session.post('/api/skills/invoke', 'invokeSkill', {
    summary: 'Runs a skill.',
    body: InvokeBody,
    answers: { 200: output, 409: { ...output, description: 'The output asks for a confirmation' } },
    errors: ['SKILL_NOT_FOUND', 'NOT_FOUND', 'SKILL_DISABLED', 'TRUST_EXCEEDED', 'CONFLICT', 'RUNTIME_UNAVAILABLE'],
    failures: { schema: skillOutput, codes: skillFailures },
  }),
  session.post('/api/confirmations/{id}/confirm', 'confirm', {
    summary: 'Runs what a confirmation shows, once.',
    answers: { 200: decided },
    errors: ['CONFLICT'],
  }),
  session.post('/api/confirmations/{id}/decline', 'decline', {
    summary: 'Ends a confirmation, so that nothing can use it.',
    answers: { 200: decided },
    errors: ['CONFLICT'],
  }),
  session.post('/api/confirmations/{id}/ask', 'askAgain', {
    summary: 'Ends a confirmation and asks a new one, perhaps with other texts. Runs nothing.',
    body: AskAgain,
    answers: { 200: decided },
    errors: ['CONFLICT'],
  }),
  session.get('/api/account/export', 'exportAccount', {
    summary: "Downloads a copy of the person's own data.",
    answers: { 200: { description: 'The data, as a file', schema: AccountExport } },
  }),
  session.post('/api/trips', 'saveOffer', {
    summary: "Saves a flight or stay from the server's own answer to a search.",
    body: SaveOffer,
    answers: { 200: saved('The offer was saved before'), 201: saved('The offer is saved') },
    errors: ['NOT_FOUND', 'CONFLICT'],
  }),
  session.delete('/api/trips/{id}', 'removeTrip', {
    summary: 'Removes a saved offer. It can be restored until the person saves another.',
    answers: { 200: { description: 'The removed offer', schema: RemovedAnswer } },
  }),
  session.post('/api/trips/{id}/restore', 'restoreTrip', {
    summary: 'Restores a removed offer.',
    answers: { 200: { description: 'The restored offer', schema: RemovedAnswer } },
  }),
  session.post('/api/saved-searches', 'saveSearch', {
    summary: 'Saves a search, which the app then repeats to note its prices.',
    body: SaveSearch,
    answers: { 200: savedSearch('The search was saved before'), 201: savedSearch('The search is saved') },
    errors: ['CONFLICT'],
  }),
  session.patch('/api/saved-searches/{id}', 'changeSavedSearch', {
    summary: 'Pauses or resumes a saved search, or changes when a fall in price is an alert.',
    body: ChangeSearch,
    answers: { 200: searchRef },
  }),
  session.delete('/api/saved-searches/{id}', 'removeSavedSearch', {
    summary: 'Removes a saved search. It can be restored until the person saves another.',
    answers: { 200: searchRef },
  }),
  session.post('/api/saved-searches/{id}/restore', 'restoreSavedSearch', {
    summary: 'Restores a removed search.',
    answers: { 200: searchRef },
  }),
  session.post('/api/saved-searches/{id}/ask', 'askSavedSearch', {
    summary: 'Asks a saved search soon, instead of at its next time.',
    answers: { 200: searchRef },
    errors: ['CONFLICT'],
  }),
  session.post('/api/saved-searches/seen', 'seeAlerts', {
    summary: 'Marks the price alerts of the person as seen: those until a time, or all.',
    query: SeenQuery,
    answers: { 200: { description: 'How many were unread', schema: SeenAnswers } },
  }),
  session.post('/api/push-subscriptions', 'subscribePush', {
    summary: "Sends the person's price alerts to a browser as messages (Web Push), while its session lasts.",
    body: SubscribePush,
    answers: { 200: { description: 'The browser gets alerts', schema: PushAnswer } },
    errors: ['NOT_FOUND'],
  }),
  session.delete('/api/push-subscriptions/{id}', 'unsubscribePush', {
    summary: 'Ends the price alerts in a browser of the person. The id is the SHA-256 of its endpoint, in hex.',
    answers: { 200: { description: 'The browser gets no alerts', schema: PushAnswer } },
  }),
  anyone.post('/api/unsubscribe', 'unsubscribe', {
    summary: 'Ends the price alerts by e-mail of the person to whom a mail was sent (RFC 8058).',
    query: UnsubscribeQuery,
    answers: { 200: { description: 'No more mails are sent', schema: UnsubscribeAnswer } },
    errors: ['NOT_FOUND'],
  }),
  anyone.get('/api/unsubscribe', 'openUnsubscribe', {
    summary: 'Leads to the page with a button that ends the mails.',
    query: UnsubscribeQuery,
    answers: { 303: { description: 'The page' } },
  }),
  anyone.get('/api/places', 'findPlaces', {
    summary: 'Finds airports, cities and, for stays, towns and sights by name.',
    query: PlacesQuery,
    answers: { 200: { description: 'The places, best match first', schema: placesAnswerSchema } },
  }),
  card('flights', 'drawFlightCard', FlightCardQuery),
  card('hotels', 'drawHotelCard', HotelCardQuery),
  anyone.get('/api/rates', 'readRates', {
    summary: 'Reads the latest reference exchange rates.',
    answers: {
      200: {
        description: 'The rates, or null if no source has any',
        schema: z.object({ rates: ExchangeRates.nullable() }),
      },
    },
  }),
  anyone.get('/health', 'checkHealth', {
    summary: 'Checks database, runner, gateway and disk.',
    answers: { 200: health, 503: { ...health, description: 'Something is failing' } },
  }),
  anyone.get('/openapi.json', 'readOpenApi', {
    summary: 'Describes every call in OpenAPI 3.1.',
    answers: { 200: { description: 'This document', schema: z.record(z.string(), z.unknown()) } },
  }),
]
