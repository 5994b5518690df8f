import * as z from 'zod'
import { Health } from '#lib/health/check-health.ts'
import { PlacesQuery } from '#lib/places/places-query.ts'
import { FlightCardQuery, HotelCardQuery } from '#lib/share/card-query.ts'
import { AccountExport } from '#lib/shared/account-export.ts'
import { UnsubscribeAnswer, UnsubscribeQuery } from '#lib/shared/alert-mail-state.ts'
import { AskAgain, Decided } from '#lib/shared/confirmation-view.ts'
import { PushAnswer, SubscribePush } from '#lib/shared/push-subscription.ts'
import { RemovedAnswer, SavedOfferAnswer, SaveOffer } from '#lib/shared/saved-offer.ts'
import {
  ChangeSearch,
  SavedSearchAnswer,
  SavedSearchRef,
  SaveSearch,
  SeenAnswers,
  SeenQuery,
} from '#lib/shared/saved-search.ts'
import { InvokeBody } from '#lib/skills/invoke-body.ts'
import { ExchangeRates } from '#lib/travel/exchange-rates.ts'
import { DateLine, DatePricesQuery } from '#lib/travel/flights/date-price.ts'
import { DayPrice, DayPricesQuery } from '#lib/travel/flights/day-price.ts'
import { placesAnswerSchema } from '#lib/travel/place.ts'
import { FlightSearch } from '#runner/contract/capabilities/flight-search.ts'
import { HotelSearch } from '#runner/contract/capabilities/hotel-search.ts'
import { SkillOutput } from '#runner/contract/skill-io.ts'
import { SearchLine } from '#runner/contract/stream.ts'
import { type ApiOperation, skillFailures } from './operation.ts'

const ndjson = 'application/x-ndjson'
const lines = { description: 'One JSON document in each line', type: ndjson, schema: SearchLine }
const skillOutput = SkillOutput.meta({ id: 'SkillOutput' })
const output = { description: 'The output of the skill', schema: skillOutput }
const decided = { description: 'What came of the decision', schema: Decided }
const saved = (description: string) => ({ description, schema: SavedOfferAnswer })
const savedSearch = (description: string) => ({ description, schema: SavedSearchAnswer })
const searchRef = { description: 'The saved search', schema: SavedSearchRef }
const health = { description: 'The state of database, runner, gateway and disk', schema: Health }

/** The calls of travelers, developers and operators. */
export const appOperations: readonly ApiOperation[] = [
  ...(['get', 'post'] as const).flatMap((method): ApiOperation[] => [
    {
      method,
      path: '/api/search/flights',
      id: method === 'get' ? 'searchFlights' : 'searchFlightsAsGuest',
      summary: `Asks every skill for flights and streams each answer as it arrives.${method === 'get' ? '' : ' Starts a guest session for a page of this app.'}`,
      who: 'session',
      query: FlightSearch,
      answers: { 200: lines },
      errors: ['STORAGE_FULL'],
    },
    {
      method,
      path: '/api/search/hotels',
      id: method === 'get' ? 'searchHotels' : 'searchHotelsAsGuest',
      summary: `Asks every skill for hotels and streams each answer as it arrives.${method === 'get' ? '' : ' Starts a guest session for a page of this app.'}`,
      who: 'session',
      query: HotelSearch,
      answers: { 200: lines },
      errors: ['STORAGE_FULL'],
    },
  ]),
  {
    method: 'get',
    path: '/api/search/flights/days',
    id: 'readDayPrices',
    summary: 'Streams the lowest price of nearby days.',
    who: 'session',
    query: DayPricesQuery,
    answers: { 200: { description: 'One JSON document in each line', type: ndjson, schema: DayPrice } },
    errors: ['STORAGE_FULL'],
  },
  {
    method: 'get',
    path: '/api/search/flights/dates',
    id: 'readDatePrices',
    summary: 'Streams the lowest price of other travel dates; with look, searches up to 24 of them.',
    who: 'session',
    query: DatePricesQuery,
    answers: { 200: { description: 'One JSON document in each line', type: ndjson, schema: DateLine } },
    errors: ['STORAGE_FULL'],
  },
  {
    method: 'post',
    path: '/api/skills/invoke',
    id: 'invokeSkill',
    summary: 'Runs a skill.',
    who: 'session',
    body: InvokeBody,
    answers: { 200: output, 409: { ...output, description: 'The output asks for a confirmation' } },
    errors: [
      'SKILL_NOT_FOUND',
      'NOT_FOUND',
      'SKILL_DISABLED',
      'TRUST_EXCEEDED',
      'CONFLICT',
      'RUNTIME_UNAVAILABLE',
      'STORAGE_FULL',
    ],
    failures: { schema: skillOutput, codes: skillFailures },
  },
  {
    method: 'post',
    path: '/api/confirmations/{id}/confirm',
    id: 'confirm',
    summary: 'Runs what a confirmation shows, once.',
    who: 'session',
    answers: { 200: decided },
    errors: ['NOT_FOUND', 'CONFLICT', 'STORAGE_FULL'],
  },
  {
    method: 'post',
    path: '/api/confirmations/{id}/decline',
    id: 'decline',
    summary: 'Ends a confirmation, so that nothing can use it.',
    who: 'session',
    answers: { 200: decided },
    errors: ['NOT_FOUND', 'CONFLICT', 'STORAGE_FULL'],
  },
  {
    method: 'post',
    path: '/api/confirmations/{id}/ask',
    id: 'askAgain',
    summary: 'Ends a confirmation and asks a new one, perhaps with other texts. Runs nothing.',
    who: 'session',
    body: AskAgain,
    answers: { 200: decided },
    errors: ['NOT_FOUND', 'CONFLICT', 'STORAGE_FULL'],
  },
  {
    method: 'get',
    path: '/api/account/export',
    id: 'exportAccount',
    summary: "Downloads a copy of the person's own data.",
    who: 'session',
    answers: { 200: { description: 'The data, as a file', schema: AccountExport } },
    errors: ['STORAGE_FULL'],
  },
  {
    method: 'post',
    path: '/api/trips',
    id: 'saveOffer',
    summary: "Saves a flight or stay from the server's own answer to a search.",
    who: 'session',
    body: SaveOffer,
    answers: { 200: saved('The offer was saved before'), 201: saved('The offer is saved') },
    errors: ['NOT_FOUND', 'CONFLICT', 'STORAGE_FULL'],
  },
  {
    method: 'delete',
    path: '/api/trips/{id}',
    id: 'removeTrip',
    summary: 'Removes a saved offer. It can be restored until the person saves another.',
    who: 'session',
    answers: { 200: { description: 'The removed offer', schema: RemovedAnswer } },
    errors: ['NOT_FOUND', 'STORAGE_FULL'],
  },
  {
    method: 'post',
    path: '/api/trips/{id}/restore',
    id: 'restoreTrip',
    summary: 'Restores a removed offer.',
    who: 'session',
    answers: { 200: { description: 'The restored offer', schema: RemovedAnswer } },
    errors: ['NOT_FOUND', 'STORAGE_FULL'],
  },
  {
    method: 'post',
    path: '/api/saved-searches',
    id: 'saveSearch',
    summary: 'Saves a search, which the app then repeats to note its prices.',
    who: 'session',
    body: SaveSearch,
    answers: { 200: savedSearch('The search was saved before'), 201: savedSearch('The search is saved') },
    errors: ['CONFLICT', 'STORAGE_FULL'],
  },
  {
    method: 'patch',
    path: '/api/saved-searches/{id}',
    id: 'changeSavedSearch',
    summary: 'Pauses or resumes a saved search, or changes when a fall in price is an alert.',
    who: 'session',
    body: ChangeSearch,
    answers: { 200: searchRef },
    errors: ['NOT_FOUND', 'STORAGE_FULL'],
  },
  {
    method: 'delete',
    path: '/api/saved-searches/{id}',
    id: 'removeSavedSearch',
    summary: 'Removes a saved search. It can be restored until the person saves another.',
    who: 'session',
    answers: { 200: searchRef },
    errors: ['NOT_FOUND', 'STORAGE_FULL'],
  },
  {
    method: 'post',
    path: '/api/saved-searches/{id}/restore',
    id: 'restoreSavedSearch',
    summary: 'Restores a removed search.',
    who: 'session',
    answers: { 200: searchRef },
    errors: ['NOT_FOUND', 'STORAGE_FULL'],
  },
  {
    method: 'post',
    path: '/api/saved-searches/{id}/ask',
    id: 'askSavedSearch',
    summary: 'Asks a saved search soon, instead of at its next time.',
    who: 'session',
    answers: { 200: searchRef },
    errors: ['NOT_FOUND', 'CONFLICT', 'STORAGE_FULL'],
  },
  {
    method: 'post',
    path: '/api/saved-searches/seen',
    id: 'seeAlerts',
    summary: 'Marks the price alerts of the person as seen: those until a time, or all.',
    who: 'session',
    query: SeenQuery,
    answers: { 200: { description: 'How many were unread', schema: SeenAnswers } },
    errors: ['STORAGE_FULL'],
  },
  {
    method: 'post',
    path: '/api/push-subscriptions',
    id: 'subscribePush',
    summary: "Sends the person's price alerts to a browser as messages (Web Push), while its session lasts.",
    who: 'session',
    body: SubscribePush,
    answers: { 200: { description: 'The browser gets alerts', schema: PushAnswer } },
    errors: ['NOT_FOUND', 'STORAGE_FULL'],
  },
  {
    method: 'delete',
    path: '/api/push-subscriptions/{id}',
    id: 'unsubscribePush',
    summary: 'Ends the price alerts in a browser of the person. The id is the SHA-256 of its endpoint, in hex.',
    who: 'session',
    answers: { 200: { description: 'The browser gets no alerts', schema: PushAnswer } },
    errors: ['NOT_FOUND', 'STORAGE_FULL'],
  },
  {
    method: 'post',
    path: '/api/unsubscribe',
    id: 'unsubscribe',
    summary: 'Ends the price alerts by e-mail of the person to whom a mail was sent (RFC 8058).',
    who: 'anyone',
    query: UnsubscribeQuery,
    answers: { 200: { description: 'No more mails are sent', schema: UnsubscribeAnswer } },
    errors: ['NOT_FOUND'],
  },
  {
    method: 'get',
    path: '/api/unsubscribe',
    id: 'openUnsubscribe',
    summary: 'Leads to the page with a button that ends the mails.',
    who: 'anyone',
    query: UnsubscribeQuery,
    answers: { 303: { description: 'The page' } },
    errors: [],
  },
  {
    method: 'get',
    path: '/api/places',
    id: 'findPlaces',
    summary: 'Finds airports, cities and, for stays, towns and sights by name.',
    who: 'anyone',
    query: PlacesQuery,
    answers: { 200: { description: 'The places, best match first', schema: placesAnswerSchema } },
    errors: [],
  },
  ...(['flights', 'hotels'] as const).map((kind) => ({
    method: 'get' as const,
    path: `/api/share/${kind}`,
    id: kind === 'flights' ? 'drawFlightCard' : 'drawHotelCard',
    summary: `Draws the link preview of a search for ${kind}: 1200 by 630 px, without personal data.`,
    who: 'anyone' as const,
    query: kind === 'flights' ? FlightCardQuery : HotelCardQuery,
    answers: { 200: { description: 'The picture', type: 'image/png', schema: z.string().meta({ format: 'binary' }) } },
    errors: [],
  })),
  {
    method: 'get',
    path: '/api/rates',
    id: 'readRates',
    summary: 'Reads the latest reference exchange rates.',
    who: 'anyone',
    answers: {
      200: {
        description: 'The rates, or null if no source has any',
        schema: z.object({ rates: ExchangeRates.nullable() }),
      },
    },
    errors: [],
  },
  {
    method: 'get',
    path: '/health',
    id: 'checkHealth',
    summary: 'Checks database, runner, gateway and disk.',
    who: 'anyone',
    answers: { 200: health, 503: { ...health, description: 'Something is failing' } },
    errors: [],
  },
  {
    method: 'get',
    path: '/openapi.json',
    id: 'readOpenApi',
    summary: 'Describes every call in OpenAPI 3.1.',
    who: 'anyone',
    answers: { 200: { description: 'This document', schema: z.record(z.string(), z.unknown()) } },
    errors: [],
  },
]
