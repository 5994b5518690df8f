import type { Context } from '#lib/platform/server/auth/context.ts'
import type { FlightSearch } from '#runner/contract/capabilities/flight-search.ts'
import type { AdmittedExecution } from '#runner/run/admit.ts'
import type { DateCell, DateLine, DatePricesQuery, DateStop } from '../../model/flights/date-price.ts'
import { maxDateSearches, writeDates } from '../../model/flights/date-text.ts'
import { bagWish } from '../../model/flights/fare-due.ts'
import { asTheyCome } from './as-they-come.ts'
import { createLowestPrices, type OtherDaysPorts } from './lowest-price.ts'

type DatePricesRequest = Context & {
  readonly query: DatePricesQuery
  readonly signal: AbortSignal
  readonly requestId: string
}

/** Yields a line when a cell's state becomes known or changes, and last the reason if searches stopped early. */
export type DatePrices = (request: DatePricesRequest) => AsyncIterable<DateLine>

/**
 * Answers from the cache. With `look`, also searches up to `maxDateSearches` dates without a cached price. These
 * searches take background turns, so that few run at once and the person's own search comes first. They count against
 * the person's limit per hour. Stops when a provider throttles, when the limit is reached, and when the sources answer
 * in other currencies only, because a provider that ignores the requested currency does so on every date.
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
        const wanted = { ...search, ...days }
        // These searches take background turns, but a person started them and waits: `isBackground` is false.
        const sources = await prices.sources(wanted, { principal, limitKey, signal, isBackground: false })
        const kept = await prices.recall(wanted, sources, wish)
        isPriced ||= kept?.state === 'priced'
        if (kept) yield { ...kept, dates }
        else if (sources.length === 0 || !look || lines.length >= maxDateSearches) yield { state: 'unknown', dates }
        else {
          const begins = Promise.withResolvers<DateLine | undefined>()
          begun.push(begins.promise)
          lines.push(
            searchDays(wanted, dates, sources, () => begins.resolve({ state: 'asking', dates })).finally(() =>
              begins.resolve(undefined),
            ),
          )
        }
      }
      for await (const line of asTheyCome([...begun, ...lines])) if (line) yield line
      if (stopped) yield stopped
    } finally {
      stop.abort()
      await Promise.allSettled(lines)
    }

    async function searchDays(
      wanted: FlightSearch,
      dates: string,
      sources: readonly AdmittedExecution[],
      onBegin: () => void,
    ): Promise<DateCell> {
      try {
        using _turn = await turns.background(limitKey, signal)
        const verdict = await rateLimits.take('dateSearches', limitKey)
        signal.throwIfAborted()
        if (!verdict.ok) {
          const retry_after_s = Math.ceil(verdict.retryAfterMs / 1000)
          end({ state: 'stopped', reason: 'limit', retry_after_s })
          return { state: 'unknown', dates }
        }
        onBegin()
        const { found, isThrottled, isForeign } = await prices.ask(wanted, sources, wish, signal)
        if (signal.aborted) return { state: 'unknown', dates }
        isPriced ||= found.state === 'priced'
        if (isThrottled) end({ state: 'stopped', reason: 'throttled' })
        else if (!isPriced && isForeign) end({ state: 'stopped', reason: 'currency' })
        return { ...found, dates }
      } catch (cause) {
        if (signal.aborted) return { state: 'unknown', dates }
        log.error('a search of other days failed', { requestId, cause })
        return { state: 'failed', reason: 'no_answer', dates }
      }
    }

    function end(why: DateStop): void {
      stopped ??= why
      stop.abort()
    }
  }
}
