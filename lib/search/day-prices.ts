import { type DayPrice, type DayPricesQuery, searchOf } from '#lib/travel/flights/day-price.ts'
import { searchOn } from '#lib/travel/flights/search-on.ts'
import type { AdmittedExecution } from '#runner/admit.ts'
import type { FlightSearch } from '#runner/contract/capabilities/flight-search.ts'
import type { Principal } from '#runner/contract/principal.ts'
import type { Log } from '#runner/ports.ts'
import { createLowestPrices, type LowestPrice, type LowestPricePorts } from './lowest-price.ts'
import type { SearchTurns } from './search-turns.ts'

type DayPricesRequest = {
  readonly query: DayPricesQuery
  readonly principal: Principal
  readonly signal: AbortSignal
  readonly requestId: string
}

/** The lowest price of each requested day, as soon as it is known. */
export type DayPrices = (request: DayPricesRequest) => AsyncIterable<DayPrice>

type DayPricesPorts = LowestPricePorts & { readonly turns: SearchTurns; readonly log: Log }

/**
 * Answers from the cache, then searches the days in `ask`, in background turns that yield to the person's own search.
 * Stops when a provider throttles.
 */
export function createDayPrices({ turns, log, ...ports }: DayPricesPorts): DayPrices {
  const prices = createLowestPrices(ports)

  return async function* dayPrices(request) {
    const { days, ask } = request.query
    const search = searchOf(request.query)
    const stop = new AbortController()
    const signal = AbortSignal.any([request.signal, stop.signal])
    const asked: Promise<DayPrice>[] = []
    try {
      for (const date of new Set(days)) {
        const wanted = searchOn(search, date)
        const sources = await prices.sources(wanted, { ...request, isBackground: true })
        const kept = await prices.recall(wanted, sources)
        if (kept) yield dayPrice(date, kept)
        else if (sources.length === 0 || !ask.includes(date)) yield { state: 'unknown', date }
        else asked.push(searchDay(wanted, sources))
      }
      for (const price of asked) yield await price
    } finally {
      stop.abort()
      await Promise.allSettled(asked)
    }

    async function searchDay(wanted: FlightSearch, sources: readonly AdmittedExecution[]): Promise<DayPrice> {
      try {
        using _turn = await turns.background(request.principal.id, signal)
        const { found, isThrottled } = await prices.ask(wanted, sources, signal)
        if (isThrottled) stop.abort()
        return dayPrice(wanted.date, found)
      } catch (cause) {
        if (!signal.aborted) log.error('a background search failed', { requestId: request.requestId, cause })
        return { state: 'unknown', date: wanted.date }
      }
    }
  }
}

/** The strip of days has no state for a failure: the price becomes unknown, and the day offers its search again. */
function dayPrice(date: string, found: LowestPrice): DayPrice {
  if (found.state === 'failed') return { state: 'unknown', date }
  if (found.state === 'none') return { state: 'none', date }
  const { price, data, fetched_at } = found
  return { state: 'priced', date, price, data, fetched_at }
}
