import type { FlightResult } from '#runner/contract/capabilities/flight-result.ts'
import type { FlightParams } from '#runner/contract/capabilities/flight-search.ts'
import { addResult, placeParam } from '#runner/sdk/flight-legs.ts'
import type { SkillAnswer, SkillCall, SkillHost } from '#runner/sdk/index.ts'
import { createLocalTimes } from '#runner/sdk/local-times.ts'
import { done, failed, failureOfRejection, type Outcome, refused } from '#runner/sdk/outcome.ts'
import { remembering, textReader } from '#runner/sdk/read-json.ts'
import { readAccepted } from './answer.ts'
import { collectOffers } from './collect-offers.ts'
import type { GivenOffer } from './given.ts'
import { mapOffer } from './map-offer.ts'
import { findFlights } from './map-segment.ts'
import { type Ask, offerRequest, providerHost } from './request.ts'

export type SearchHost = Pick<SkillHost, 'fetch' | 'time' | 'console'>

const mostOffers = 250
const defaultOffers = 50

/**
 * Searches flights: one offer request, the pages of its offers, one call for the offsets of all times. Unreadable
 * offers are left out and the answer is marked partial. When every offer is unreadable, the provider counts as
 * unavailable.
 */
export async function searchFlights(call: SkillCall<FlightParams>, host: SearchHost): Promise<Outcome<SkillAnswer>> {
  const { params, config } = call
  const accepted = await ask(host, offerRequest(call), readAccepted)
  if (!accepted.ok) {
    const unknown = accepted.code === 'API_INVALID_PARAMS' ? await findUnknownPlace(params, host) : undefined
    return unknown === undefined ? accepted : refused(unknown, 'is not a known airport or city')
  }

  const limits = [params.max_results, config.max_results].filter((limit) => limit !== undefined)
  const most = Math.min(mostOffers, ...(limits.length > 0 ? limits : [defaultOffers]))
  const collected = await collectOffers(accepted.value.id, most, (page, read) => ask(host, page, read))
  if (!collected.ok) return collected
  const { offers, isCut, hasMore } = collected.value

  const { results, skipped, why } = await mapOffers(offers, params, host)
  if (isCut) host.console.log(`a page of offers is missing after ${offers.length} offers`)
  if (skipped > 0) host.console.log(`${skipped} of ${offers.length} offers left out (${why})`)
  if (skipped > 0 && results.length === 0) return failed('API_UNAVAILABLE', `every offer is unreadable (${why})`)
  return done({
    // The provider counts connections, so a flight that lands on the way can be among its non-stop flights.
    results: params.non_stop ? results.filter(({ legs }) => legs.every(({ stops }) => stops === 0)) : results,
    metadata: {
      source_api: providerHost,
      partial: isCut || skipped > 0,
      has_more: hasMore,
      ...(accepted.value.isLive ? {} : { data: 'test' as const }),
    },
  })
}

async function ask<T>(
  host: SearchHost,
  { url, request }: Ask,
  read: (status: number, text: string) => Outcome<T>,
): Promise<Outcome<T>> {
  const response = await host.fetch(url, request).then(done, failureOfRejection)
  if (!response.ok) return response
  const text = await response.value.text().then(done, failureOfRejection)
  return text.ok ? read(response.value.status, text.value) : text
}

async function mapOffers(
  offers: readonly GivenOffer[],
  { slices, adults, children }: FlightParams,
  host: SearchHost,
): Promise<{ results: FlightResult[]; skipped: number; why: string }> {
  const times = createLocalTimes()
  const flights = offers.map((offer) => findFlights(offer, times))
  await times.resolve((pairs) => host.time.offset(pairs))
  const wanted = { days: slices.map(({ date }) => date), seats: adults + children, text: remembering(textReader(200)) }
  const results = new Map<string, FlightResult>()
  let skipped = 0
  const reasons = new Map<string, number>()
  for (const [position, offer] of offers.entries()) {
    const mapped = mapOffer(offer, flights[position] ?? [], position, wanted)
    if (mapped.ok) addResult(mapped.result, results)
    else {
      skipped++
      reasons.set(mapped.reason, (reasons.get(mapped.reason) ?? 0) + 1)
    }
  }
  return {
    results: [...results.values()],
    skipped,
    why: [...reasons].map(([reason, count]) => `${reason}: ${count}`).join(', '),
  }
}

/** The provider refuses an unknown code like any wrong request; the host tells them apart. */
async function findUnknownPlace({ slices }: FlightParams, host: SearchHost): Promise<string | undefined> {
  for (const [at, slice] of slices.entries()) {
    for (const field of ['origin', 'destination'] as const) {
      const isKnown = await host.time.offset([[slice[field], `${slice.date}T12:00:00`]]).then(
        () => true,
        () => false,
      )
      if (!isKnown) return placeParam(slices, at, field)
    }
  }
  return undefined
}
