import type { Context } from '#lib/platform/server/auth/context.ts'
import type { RateLimits } from '#lib/platform/server/http/rate-limit.ts'
import type { InvokeRequest } from '#lib/skills/server/invoking/invoke-skill.ts'
import { unmixed } from '#lib/skills/server/invoking/provider-policy.ts'
import { originOf } from '#lib/travel/model/results/found.ts'
import type { FlightSearch } from '#runner/contract/capabilities/flight-search.ts'
import { slicesOf } from '#runner/contract/capabilities/flight-slices.ts'
import type { DataLabel, SkillOutput } from '#runner/contract/skill-io.ts'
import type { Price } from '#runner/contract/travel-fields.ts'
import type { Log } from '#runner/core/ports.ts'
import { type AdmittedExecution, hasCredentials } from '#runner/run/admit.ts'
import type { DateFailure } from '../../model/flights/date-price.ts'
import { type BagWish, byDue, fareDue } from '../../model/flights/fare-due.ts'
import { hasSeparateTickets } from '../../model/flights/filters.ts'
import { isForTrip } from '../../model/flights/flight-offer.ts'
import { readFlights } from '../../model/flights/read-flights.ts'
import { apart, comparable } from '../../model/results/comparable.ts'
import { airportsByPlace } from '../places/airports-by-place.ts'
import type { Places } from '../places/places.ts'
import type { TravelPorts } from '../ports.ts'
import { flightSearchInput } from './flight-search-input.ts'
import type { SearchTurns } from './search-turns.ts'

/**
 * `none`: every source answered completely, without a flight. `currency`: there are only prices in other currencies.
 * `bags`: there are flights, but none whose price with the bags is known. `tickets`: there are only flights on separate
 * tickets, which no price of a day counts.
 */
export type LowestPrice =
  | { readonly state: 'priced'; price: Price; data: DataLabel; provider: string; fetched_at: string }
  | { readonly state: 'none' }
  | { readonly state: 'failed'; readonly reason: DateFailure }

/** What a price includes: the bags of all travelers. It is in `currency`, which may differ from the search's. */
type PriceWish = { readonly currency: string; readonly bags: BagWish }

/** The caller. `isBackground` is false if a person started the request and waits for it. */
type PriceRequest = Context & {
  readonly signal: AbortSignal
  readonly isBackground: boolean
}

type Ports = Pick<TravelPorts, 'skills' | 'invoke' | 'clock'> & {
  readonly places: Pick<Places, 'byCode' | 'airport' | 'airportsWithin'>
}

/** What finding the prices of other days needs. */
export type OtherDaysPorts = Ports & {
  readonly turns: SearchTurns
  readonly rateLimits: Pick<RateLimits, 'take'>
  readonly log: Log
}

/**
 * The lowest price of one search from all its sources. Runs the same search as its results page, so that the page
 * finds the answers in the cache.
 */
export function createLowestPrices({ skills, invoke, places, clock }: Ports) {
  return {
    /** The sources that may answer a search. Empty if no source may, or the search is invalid. */
    async sources(
      search: FlightSearch,
      { principal, limitKey, signal, isBackground }: PriceRequest,
    ): Promise<AdmittedExecution[]> {
      const checked = flightSearchInput(search, places, clock.now())
      if (!checked.ok) return []
      const request = { input: checked.input, principal, limitKey, signal, isBackground }
      const able = await admittedSources({ skills, invoke }, 'C-FLIGHT-SEARCH', request)
      return unmixed(able, ({ skill }) => skill.manifest)
    },
    /** The lowest cached price. Undefined if no price is cached and a source without a cached answer might have one. */
    async recall(search: FlightSearch, sources: readonly AdmittedExecution[], wish: PriceWish) {
      const recalled = await Promise.all(sources.map(invoke.recall))
      const kept = recalled.filter((output) => output !== undefined)
      if (kept.length === 0) return undefined
      const found = lowestOf(search, kept, wish, places)
      return found.state === 'priced' || kept.length === sources.length ? found : undefined
    },
    /**
     * Asks the sources for the lowest price. Some providers price in a currency of their own. `isThrottled`: a source
     * refuses more requests, so the caller should stop. `isForeign`: each source has prices, and all are in other
     * currencies.
     */
    async ask(search: FlightSearch, sources: readonly AdmittedExecution[], wish: PriceWish, signal: AbortSignal) {
      const outputs = await Promise.all(sources.map((source) => invoke.answer(source, signal)))
      const lowest = (some: readonly SkillOutput[]) => lowestOf(search, some, wish, places)
      const isForeign = outputs.every((output) => {
        const found = lowest([output])
        return found.state === 'failed' && found.reason === 'currency'
      })
      return { found: lowest(outputs), isThrottled: outputs.some(isThrottled), isForeign }
    },
  }
}

function isThrottled(output: SkillOutput): boolean {
  return output.status === 'error' && (output.error.code === 'API_RATE_LIMITED' || output.error.code === 'RATE_LIMITED')
}

function lowestOf(
  search: FlightSearch,
  outputs: readonly SkillOutput[],
  { currency, bags }: PriceWish,
  places: Ports['places'],
): LowestPrice {
  const all = outputs.flatMap((output) => {
    if (output.status !== 'success') return []
    return readFlights(output.results, originOf(output.skill, output)).offers
  })
  const slices = slicesOf(search)
  const fits = isForTrip(slices, airportsByPlace(slices, places))
  const found = comparable(apart(all), { currency, fits })
  const fares = (found.currency === currency ? found.offers : []).map((offer) => ({
    ...offer,
    due: fareDue(offer.flight, bags),
  }))
  const [lowest] = fares.filter(({ flight }) => !hasSeparateTickets(flight)).toSorted(byDue)
  if (lowest) {
    const { flight, due, data, fetchedAtMs } = lowest
    if (due.kind === 'unknown') return { state: 'failed', reason: 'bags' }
    const fetched_at = new Date(fetchedAtMs).toISOString()
    const price = { amount: due.amount, currency }
    return { state: 'priced', price, data, provider: flight.provider, fetched_at }
  }
  if (outputs.some(isThrottled)) return { state: 'failed', reason: 'throttled' }
  if (fares.length > 0) return { state: 'failed', reason: 'tickets' }
  if (found.offers.length > 0) return { state: 'failed', reason: 'currency' }
  // A partial answer may lack flights, and unreadable results may be flights.
  const isNone = outputs.every(
    (output) => output.status === 'success' && !output.metadata.partial && output.results.length === 0,
  )
  return isNone ? { state: 'none' } : { state: 'failed', reason: 'no_answer' }
}

/** The sources of a capability that have their credentials and may answer a request. Runs nothing. */
export async function admittedSources(
  { skills, invoke }: Pick<TravelPorts, 'skills' | 'invoke'>,
  capability: string,
  request: Omit<InvokeRequest, 'skill'>,
): Promise<AdmittedExecution[]> {
  const offered = await skills.byCapability(capability)
  const checks = await Promise.all(offered.map(({ manifest }) => invoke.admit({ ...request, skill: manifest.name })))
  return checks.filter((one) => one.kind === 'admitted').filter(hasCredentials)
}
