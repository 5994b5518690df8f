import type { FlightResult } from '#runner/contract/capabilities/flight-result.ts'
import type { FlightParams } from '#runner/contract/capabilities/flight-search.ts'
import { addResult, placeParam } from '#runner/sdk/flight-legs.ts'
import type { SkillAnswer, SkillCall, SkillHost } from '#runner/sdk/index.ts'
import { createLocalTimes } from '#runner/sdk/local-times.ts'
import { done, failed, failureOfRejection, type Outcome, refused } from '#runner/sdk/outcome.ts'
import { readAnswer } from './answer.ts'
import { createAnswerContext } from './answer-context.ts'
import { findFlights } from './flights.ts'
import { mapOffer } from './map-offer.ts'
import { offersRequest, providerHost, readSearch, type Search } from './request.ts'

export type SearchHost = Pick<SkillHost, 'fetch' | 'time' | 'console'>

/**
 * Searches flights: one request to the provider, one call for the offsets of all its times. Unreadable offers are left
 * out and the answer is marked partial. When every offer is unreadable, the provider counts as unavailable.
 */
export async function searchFlights(
  { params, config }: SkillCall<FlightParams>,
  host: SearchHost,
): Promise<Outcome<SkillAnswer>> {
  const search = readSearch(params, config)
  const { url, request } = offersRequest(search)
  const asked = await host.fetch(url, request).then(done, failureOfRejection)
  if (!asked.ok) return asked
  const answer = readAnswer(asked.value.status, await asked.value.json().catch(() => undefined))
  if (!answer.ok) return answer

  const offers = answer.value.offers.slice(0, search.maxResults)
  if (offers.length === 0) {
    const unknown = await findUnknownPlace(search, host)
    if (unknown !== undefined) return refused(unknown, 'is not a known airport or city')
  }
  const times = createLocalTimes()
  const flights = offers.map((offer) => findFlights(offer, times))
  await times.resolve((pairs) => host.time.offset(pairs))

  const context = createAnswerContext(answer.value.dictionaries, times, search.slices.length)
  const byId = new Map<string, FlightResult>()
  let skipped = 0
  const reasons = new Map<string, number>()
  offers.forEach((offer, position) => {
    const mapped = mapOffer(offer, flights[position] ?? [], position, context)
    if (mapped.ok) addResult(mapped.result, byId)
    else {
      skipped++
      reasons.set(mapped.reason, (reasons.get(mapped.reason) ?? 0) + 1)
    }
  })
  const results = [...byId.values()]
  const why = [...reasons].map(([reason, count]) => `${reason}: ${count}`).join(', ')
  if (skipped > 0) host.console.log(`${skipped} of ${offers.length} offers left out (${why})`)
  if (skipped > 0 && results.length === 0) return failed('API_UNAVAILABLE', `every offer is unreadable (${why})`)
  return done({
    // The provider's limit of connections allows flights that land on the way.
    results: search.nonStop ? results.filter(({ legs }) => legs.every(({ stops }) => stops === 0)) : results,
    metadata: { source_api: providerHost, partial: skipped > 0 },
  })
}

/** The provider answers an unknown code like a route without flights; the host tells them apart. */
async function findUnknownPlace({ slices }: Search, host: SearchHost): Promise<string | undefined> {
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
