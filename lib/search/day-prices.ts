import type { PlaceDetail } from '#lib/places/places.ts'
import { type DayPrice, type DayPricesQuery, searchOf } from '#lib/travel/flights/day-price.ts'
import { hasDirections } from '#lib/travel/flights/flight-offer.ts'
import { readFlights } from '#lib/travel/flights/read-flights.ts'
import { searchOn } from '#lib/travel/flights/search-on.ts'
import { apart, comparable } from '#lib/travel/results/comparable.ts'
import { type AdmittedExecution, hasCredentials } from '#runner/admit.ts'
import type { FlightSearch } from '#runner/contract/capabilities/flight-search.ts'
import { slicesOf } from '#runner/contract/capabilities/flight-slices.ts'
import type { Principal } from '#runner/contract/principal.ts'
import type { SkillOutput } from '#runner/contract/skill-io.ts'
import type { Clock, Log } from '#runner/ports.ts'
import type { LoadedSkill } from '#runner/skill.ts'
import type { InvokeSkill } from '../skills/invoke-skill.ts'
import { unmixed } from '../skills/provider-policy.ts'
import { flightSearchInput } from './flight-search-input.ts'
import type { SearchTurns } from './search-turns.ts'

type DayPricesRequest = {
  readonly query: DayPricesQuery
  readonly principal: Principal
  readonly signal: AbortSignal
  readonly requestId: string
}

/** The lowest price of each requested day, as soon as it is known. */
export type DayPrices = (request: DayPricesRequest) => AsyncIterable<DayPrice>

type DayPricesPorts = {
  readonly skills: { byCapability(capability: string): Promise<readonly LoadedSkill[]> }
  readonly invoke: Pick<InvokeSkill, 'admit' | 'recall' | 'answer'>
  readonly places: { byCode(code: string): PlaceDetail | undefined }
  readonly turns: SearchTurns
  readonly clock: Clock
  readonly log: Log
}

/**
 * Answers from the cache, then searches the days in `ask`, in background turns that yield to the person's own search.
 * Each day's search equals the one of that day's page, so that opening the page finds it cached. Stops when a provider
 * throttles.
 */
export function createDayPrices({ skills, invoke, places, turns, clock, log }: DayPricesPorts): DayPrices {
  async function admitted(search: FlightSearch, { principal, signal }: DayPricesRequest): Promise<AdmittedExecution[]> {
    const checked = flightSearchInput(search, places, clock.now())
    if (!checked.ok) return []
    const offered = await skills.byCapability('C-FLIGHT-SEARCH')
    const admissions = await Promise.all(
      offered.map(({ manifest }) =>
        invoke.admit({ skill: manifest.name, input: checked.input, principal, signal, isBackground: true }),
      ),
    )
    const able = admissions.filter((one) => one.kind === 'admitted').filter(hasCredentials)
    return unmixed(able, ({ skill }) => skill.manifest)
  }

  return async function* dayPrices(request) {
    const { days, ask } = request.query
    const search = searchOf(request.query)
    const stop = new AbortController()
    const signal = AbortSignal.any([request.signal, stop.signal])
    const asked: Promise<DayPrice>[] = []
    try {
      for (const date of new Set(days)) {
        const wanted = searchOn(search, date)
        const executions = await admitted(wanted, request)
        const recalled = await Promise.all(executions.map(invoke.recall))
        const kept = recalled.filter((output) => output !== undefined)
        if (kept.length > 0) yield priceOf(wanted, kept)
        else if (executions.length === 0 || !ask.includes(date)) yield { state: 'unknown', date }
        else asked.push(searchDay(wanted, executions))
      }
      for (const price of asked) yield await price
    } finally {
      stop.abort()
      await Promise.allSettled(asked)
    }

    async function searchDay(wanted: FlightSearch, executions: readonly AdmittedExecution[]): Promise<DayPrice> {
      const unknown: DayPrice = { state: 'unknown', date: wanted.date }
      try {
        using _turn = await turns.background(request.principal.id, signal)
        const outputs = await Promise.all(executions.map((execution) => invoke.answer(execution, signal)))
        if (outputs.some(isThrottled)) stop.abort()
        return outputs.every(({ status }) => status !== 'success') ? unknown : priceOf(wanted, outputs)
      } catch (cause) {
        if (!signal.aborted) log.error('a background search failed', { requestId: request.requestId, cause })
        return unknown
      }
    }
  }
}

function isThrottled(output: SkillOutput): boolean {
  return output.status === 'error' && (output.error.code === 'API_RATE_LIMITED' || output.error.code === 'RATE_LIMITED')
}

/** The lowest price of a day in the requested currency. */
function priceOf(search: FlightSearch, outputs: readonly SkillOutput[]): DayPrice {
  const { date, currency } = search
  const all = outputs.flatMap((output) => {
    if (output.status !== 'success') return []
    const { fetched_at, data = 'test', cached } = output.metadata
    return readFlights(output.results, { source: output.skill, data, cached, fetchedAtMs: Date.parse(fetched_at) })
      .offers
  })
  const fits = hasDirections(slicesOf(search).length)
  const found = comparable(apart(all), { currency, fits })
  const [first, ...others] = found.currency === currency ? found.offers : []
  if (!first) return { state: all.length > 0 ? 'unknown' : 'none', date }
  const { flight, data, fetchedAtMs } = others.reduce(
    (low, offer) => (offer.flight.price.amount < low.flight.price.amount ? offer : low),
    first,
  )
  return { state: 'priced', date, price: flight.price, data, fetched_at: new Date(fetchedAtMs).toISOString() }
}
