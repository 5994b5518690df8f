import type { FlightResult } from '#runner/contract/capabilities/flight-result.ts'
import type { FlightParams } from '#runner/contract/capabilities/flight-search.ts'
import { ask } from '#runner/sdk/ask.ts'
import { addResult, findUnknownPlace } from '#runner/sdk/flight-legs.ts'
import type { SkillAnswer, SkillCall, SkillHost } from '#runner/sdk/index.ts'
import { createLocalTimes } from '#runner/sdk/local-times.ts'
import { done, type Outcome, refused } from '#runner/sdk/outcome.ts'
import { recordIn } from '#runner/sdk/read-json.ts'
import { createUnreadOffers } from '#runner/sdk/unread-offers.ts'
import { readAnswer } from './answer.ts'
import { createAnswerContext } from './answer-context.ts'
import { findFlights } from './flights.ts'
import { mapOffer } from './map-offer.ts'
import { offersRequest, providerHost, readSearch } from './request.ts'

export type SearchHost = Pick<SkillHost, 'fetch' | 'time' | 'console'>

/**
 * Searches flights: one request to the provider, one call for the offsets of all its times. Unreadable offers are left
 * out and counted, and the answer is marked partial.
 */
export async function searchFlights(
  { params, config }: SkillCall<FlightParams>,
  host: SearchHost,
): Promise<Outcome<SkillAnswer>> {
  const search = readSearch(params, config)
  const answer = await ask(host, offersRequest(search), (status, text) => readAnswer(status, recordIn(text)))
  if (!answer.ok) return answer

  const offers = answer.value.offers.slice(0, search.maxResults)
  if (offers.length === 0) {
    const unknown = await findUnknownPlace(search.slices, host.time)
    if (unknown !== undefined) return refused(unknown, 'is not a known airport or city')
  }
  const times = createLocalTimes()
  const flights = offers.map((offer) => findFlights(offer, times))
  await times.resolve((pairs) => host.time.offset(pairs))

  const context = createAnswerContext(answer.value.dictionaries, times, search.slices.length)
  const byId = new Map<string, FlightResult>()
  const unread = createUnreadOffers()
  offers.forEach((offer, position) => {
    const result = unread.tryTo(() => mapOffer(offer, flights[position] ?? [], position, context))
    if (result !== undefined) addResult(result, byId)
  })
  if (unread.count > 0) host.console.log(`${unread.count} of ${offers.length} offers left out (${unread.reasons()})`)
  for (const finding of context.flightTimes.findings()) host.console.warn(finding)
  // The provider's limit of connections allows flights that land on the way.
  const results = [...byId.values()].filter(({ legs }) => !search.nonStop || legs.every(({ stops }) => stops === 0))
  return done({
    results,
    metadata: {
      source_api: providerHost,
      partial: unread.count > 0,
      ...unread.metadata(),
      ...context.flightTimes.metadata(),
    },
  })
}
