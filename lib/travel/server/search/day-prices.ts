import type { Context } from '#lib/platform/server/auth/context.ts'
import type { FlightSearch } from '#runner/contract/capabilities/flight-search.ts'
import type { AdmittedExecution } from '#runner/run/admit.ts'
import { type DayPrice, type DayPricesQuery, searchOf } from '../../model/flights/day-price.ts'
import { bagWish } from '../../model/flights/fare-due.ts'
import { searchOn } from '../../model/flights/search-on.ts'
import { asTheyCome } from './as-they-come.ts'
import { createLowestPrices, type LowestPrice, type OtherDaysPorts } from './lowest-price.ts'

type DayPricesRequest = Context & {
  readonly query: DayPricesQuery
  readonly signal: AbortSignal
  readonly requestId: string
}

/** The lowest price of each requested day, as soon as it is known. */
export type DayPrices = (request: DayPricesRequest) => AsyncIterable<DayPrice>

/**
 * Answers from the cache, then searches the days in `ask`, in background turns that yield to the person's own search.
 * Stops when a provider throttles. A pressed day counts against the person's limit of date searches; only it reaches
 * providers that serve only people.
 */
export function createDayPrices({ turns, rateLimits, log, ...ports }: OtherDaysPorts): DayPrices {
  const prices = createLowestPrices(ports)

  return async function* dayPrices({ query, principal, limitKey, signal: reader, requestId }) {
    const { days, ask, pressed, prices_in } = query
    const search = searchOf(query)
    const wish = { currency: prices_in ?? search.currency, bags: bagWish(query, search) }
    const stop = new AbortController()
    const signal = AbortSignal.any([reader, stop.signal])
    const asked: Promise<DayPrice>[] = []
    try {
      for (const date of new Set(days)) {
        const wanted = searchOn(search, date)
        // Includes providers that serve only people, because reading the cache sends them no request.
        const all = await prices.sources(wanted, { principal, limitKey, signal, isBackground: false })
        const kept = await prices.recall(wanted, all, wish)
        if (kept) yield dayPrice(date, kept)
        else if (!ask.includes(date)) yield { state: 'unknown', date }
        else {
          const sources = pressed ? all : await inBackground(wanted, all)
          if (sources.length === 0) yield unpriced(date)
          else asked.push(searchDay(wanted, sources, sources.length === all.length))
        }
      }
      yield* asTheyCome(asked)
    } finally {
      stop.abort()
      await Promise.allSettled(asked)
    }

    /** The sources of the person's own search that may be asked in the background. */
    async function inBackground(wanted: FlightSearch, all: readonly AdmittedExecution[]): Promise<AdmittedExecution[]> {
      const names = new Set(all.map(({ skill }) => skill.manifest.name))
      const able = await prices.sources(wanted, { principal, limitKey, signal, isBackground: true })
      return able.filter(({ skill }) => names.has(skill.manifest.name))
    }

    async function searchDay(
      wanted: FlightSearch,
      sources: readonly AdmittedExecution[],
      isWhole: boolean,
    ): Promise<DayPrice> {
      const { date } = wanted
      try {
        using _turn = await turns.background(limitKey, signal)
        if (pressed && !(await rateLimits.take('dateSearches', limitKey)).ok) return unpriced(date)
        const { found, isThrottled } = await prices.ask(wanted, sources, wish, signal)
        if (isThrottled) stop.abort()
        // A source that was not asked may have flights.
        return found.state === 'none' && !isWhole ? unpriced(date) : dayPrice(date, found)
      } catch (cause) {
        if (!signal.aborted) log.error('a search of another day failed', { requestId, cause })
        return unpriced(date)
      }
    }

    function dayPrice(date: string, found: LowestPrice): DayPrice {
      if (found.state === 'failed') {
        const { reason } = found
        return reason === 'bags' || reason === 'tickets' ? { state: reason, date } : unpriced(date)
      }
      if (found.state === 'none') return { state: 'none', date }
      const { price, data, fetched_at } = found
      return { state: 'priced', date, price, data, fetched_at }
    }

    /** After a failure in the background, the day offers its search again. After a press, it says that it failed. */
    function unpriced(date: string): DayPrice {
      return { state: pressed && ask.includes(date) ? 'failed' : 'unknown', date }
    }
  }
}
