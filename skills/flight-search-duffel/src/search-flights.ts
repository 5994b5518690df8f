import type { FlightResult } from '#runner/contract/capabilities/flight-result.ts'
import type { FlightParams } from '#runner/contract/capabilities/flight-search.ts'
import { ask } from '#runner/sdk/ask.ts'
import { addResult, findUnknownPlace } from '#runner/sdk/flight-legs.ts'
import { createFlightTimes } from '#runner/sdk/flight-times.ts'
import type { SkillAnswer, SkillCall, SkillHost } from '#runner/sdk/index.ts'
import { createLocalTimes } from '#runner/sdk/local-times.ts'
import { done, type Outcome, refused } from '#runner/sdk/outcome.ts'
import { remembering, textReader } from '#runner/sdk/read-json.ts'
import { createUnreadOffers, type UnreadOffers } from '#runner/sdk/unread-offers.ts'
import { readAccepted } from './answer.ts'
import { collectOffers } from './collect-offers.ts'
import type { GivenOffer } from './given.ts'
import { mapOffer } from './map-offer.ts'
import { findFlights } from './map-segment.ts'
import { askInOwnZones } from './own-zones.ts'
import { offerRequest, providerHost } from './request.ts'

export type SearchHost = Pick<SkillHost, 'fetch' | 'time' | 'console'>

const maxOffers = 250
const defaultOffers = 50

/**
 * Searches flights: one offer request, the pages of its offers, one call for the offsets of all times. Unreadable
 * offers are left out and counted, and the answer is marked partial.
 */
export async function searchFlights(call: SkillCall<FlightParams>, host: SearchHost): Promise<Outcome<SkillAnswer>> {
  const { params, config } = call
  const accepted = await ask(host, offerRequest(call), readAccepted)
  if (!accepted.ok) {
    const unknown =
      accepted.code === 'API_INVALID_PARAMS' ? await findUnknownPlace(params.slices, host.time) : undefined
    return unknown === undefined ? accepted : refused(unknown, 'is not a known airport or city')
  }

  const limits = [params.max_results, config.max_results].filter((limit) => limit !== undefined)
  const most = Math.min(maxOffers, ...(limits.length > 0 ? limits : [defaultOffers]))
  const collected = await collectOffers(accepted.value.id, most, (page, read) => ask(host, page, read))
  if (!collected.ok) return collected
  const { offers, isCut, hasMore } = collected.value

  if (isCut) host.console.log(`a page of offers is missing after ${offers.length} offers`)
  const { results, unread, metadata } = await mapOffers(offers, params, host)
  return done({
    // The provider counts connections, so a flight that lands on the way can be among its non-stop flights.
    results: params.non_stop ? results.filter(({ legs }) => legs.every(({ stops }) => stops === 0)) : results,
    metadata: {
      source_api: providerHost,
      partial: isCut || unread.count > 0,
      has_more: hasMore,
      ...metadata,
      ...(accepted.value.isLive ? {} : { data: 'test' as const }),
    },
  })
}

async function mapOffers(
  offers: readonly GivenOffer[],
  { slices, adults, children }: FlightParams,
  host: SearchHost,
): Promise<{ results: FlightResult[]; unread: UnreadOffers; metadata: SkillAnswer['metadata'] }> {
  const localTimes = createLocalTimes()
  const flights = offers.map((offer) => findFlights(offer, localTimes))
  await localTimes.resolve(askInOwnZones(offers, host.time))
  const times = createFlightTimes()
  const days = slices.map(({ date }) => date)
  const wanted = { days, seats: adults + children, times, text: remembering(textReader(200)) }
  const results = new Map<string, FlightResult>()
  const unread = createUnreadOffers()
  for (const [position, offer] of offers.entries()) {
    const result = unread.tryTo(() => mapOffer(offer, flights[position] ?? [], position, wanted))
    if (result !== undefined) addResult(result, results)
  }
  if (unread.count > 0) host.console.log(`${unread.count} of ${offers.length} offers left out (${unread.reasons()})`)
  for (const finding of times.findings()) host.console.warn(finding)
  return { results: [...results.values()], unread, metadata: { ...unread.metadata(), ...times.metadata() } }
}
