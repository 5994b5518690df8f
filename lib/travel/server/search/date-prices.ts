import type { Context } from '#lib/platform/server/auth/context.ts'
import type { FlightSearch } from '#runner/contract/capabilities/flight-search.ts'
import type { AdmittedExecution } from '#runner/run/admit.ts'
import type { DateCell, DateLine, DatePricesQuery, DateStop } from '../../model/flights/date-price.ts'
import { maxDateSearches, writeDates } from '../../model/flights/date-text.ts'
import { bagWish } from '../../model/flights/fare-due.ts'
import { searchOn } from '../../model/flights/search-on.ts'
import { createLowestPrices, type LowestPrice, type OtherDaysPorts } from './lowest-price.ts'
import { asTheyCome } from './search-by-capability.ts'

type DatePricesRequest = Context & {
  readonly query: DatePricesQuery
  readonly signal: AbortSignal
  readonly requestId: string
}

/** The search of one cell. `isWhole`: every source of the search is asked. */
type DaySearch = {
  readonly wanted: FlightSearch
  readonly dates: string
  readonly asked: readonly AdmittedExecution[]
  readonly isWhole: boolean
}

/** Yields a line when a cell's state becomes known or changes, and last the reason if searches stopped early. */
export type DatePrices = (request: DatePricesRequest) => AsyncIterable<DateLine>

/**
 * Answers from the cache. With `look`, also searches up to `maxDateSearches` dates without a cached price. These
 * searches take background turns, so that few run at once and the person's own search comes first. Those that a person
 * pressed for count against the person's limit per hour; only they reach providers that serve only people. Stops when a
 * provider throttles, when the limit is reached, and when the sources answer in other currencies only, because a
 * provider that ignores the requested currency does so on every date.
 */
export function createDatePrices({ turns, rateLimits, log, ...ports }: OtherDaysPorts): DatePrices {
  const prices = createLowestPrices(ports)

  return async function* datePrices({ query, principal, limitKey, signal: reader, requestId }) {
    const { dates: all, look, prices_in, cabin_bags, checked_bags, ...search } = query
    const bags = bagWish({ cabin_bags, checked_bags }, search)
    const wish = { currency: prices_in ?? search.currency, bags }
    const stop = new AbortController()
    const signal = AbortSignal.any([reader, stop.signal])
    let stopped: DateStop | undefined
    let isPriced = false
    const lines: Promise<DateLine | undefined>[] = []
    const begun: Promise<DateLine | undefined>[] = []
    try {
      for (const [dates, days] of new Map(all.map((one) => [writeDates(one), one]))) {
        const wanted = search.onward ? searchOn(search, days.date) : { ...search, ...days }
        // Includes providers that serve only people, because reading the cache sends them no request.
        const sources = await prices.sources(wanted, { principal, limitKey, signal, isBackground: false })
        const kept = await prices.recall(wanted, sources, wish)
        isPriced ||= kept?.state === 'priced'
        if (kept) {
          yield { ...kept, dates }
          continue
        }
        const asked = await sourcesToAsk(wanted, sources)
        if (asked.length === 0) {
          yield { state: 'unknown', dates }
          continue
        }
        const begins = Promise.withResolvers<DateLine | undefined>()
        begun.push(begins.promise)
        const one = { wanted, dates, asked, isWhole: asked.length === sources.length }
        lines.push(
          searchDays(one, () => begins.resolve({ state: 'asking', dates })).finally(() => begins.resolve(undefined)),
        )
      }
      for await (const line of asTheyCome([...begun, ...lines])) if (line) yield line
      if (stopped) yield stopped
    } finally {
      stop.abort()
      await Promise.allSettled(lines)
    }

    /** The sources that may be asked for one more search; in the background, only those of the person's own search. */
    async function sourcesToAsk(wanted: FlightSearch, all: readonly AdmittedExecution[]) {
      if (look === 'cached' || lines.length >= maxDateSearches[look]) return []
      if (look === 'pressed') return all
      const names = new Set(all.map(({ skill }) => skill.manifest.name))
      const able = await prices.sources(wanted, { principal, limitKey, signal, isBackground: true })
      return able.filter(({ skill }) => names.has(skill.manifest.name))
    }

    async function searchDays({ wanted, dates, asked, isWhole }: DaySearch, onBegin: () => void): Promise<DateCell> {
      try {
        using _turn = await turns.background(limitKey, signal)
        if (look === 'pressed') {
          const verdict = await rateLimits.take('dateSearches', limitKey)
          signal.throwIfAborted()
          if (!verdict.ok) {
            const retry_after_s = Math.ceil(verdict.retryAfterMs / 1000)
            end({ state: 'stopped', reason: 'limit', retry_after_s })
            return { state: 'unknown', dates }
          }
        }
        onBegin()
        const { found, isThrottled, isForeign } = await prices.ask(wanted, asked, wish, signal)
        if (signal.aborted) return { state: 'unknown', dates }
        isPriced ||= found.state === 'priced'
        if (isThrottled) end({ state: 'stopped', reason: 'throttled' })
        else if (!isPriced && isForeign) end({ state: 'stopped', reason: 'currency' })
        return look === 'pressed' || isKnown(found, isWhole) ? { ...found, dates } : { state: 'unknown', dates }
      } catch (cause) {
        if (signal.aborted) return { state: 'unknown', dates }
        log.error('a search of other days failed', { requestId, cause })
        return look === 'pressed' ? { state: 'failed', reason: 'no_answer', dates } : { state: 'unknown', dates }
      }
    }

    function end(why: DateStop): void {
      stopped ??= why
      stop.abort()
    }
  }
}

/**
 * Whether a search in the background has found something out. After a failure, a person may still press for the days; a
 * source that was not asked may have flights.
 */
function isKnown(found: LowestPrice, isWhole: boolean): boolean {
  if (found.state === 'none') return isWhole
  return found.state === 'priced' || found.reason === 'bags' || found.reason === 'tickets'
}
