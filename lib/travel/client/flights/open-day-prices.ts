import { readNdjson } from '#lib/platform/client/ndjson.ts'
import type { DayPrice } from '../../model/flights/day-price.ts'
import { isDayPrice } from '../../model/generated/day-price.ts'

/**
 * Requests the lowest prices of `days` and reports each as it arrives; the server may search those in `ask`. On any
 * failure days stay unknown: the prices are optional, and the page says "Check price".
 */
export async function openDayPrices(
  query: string,
  { days, ask }: { days: readonly string[]; ask: readonly string[] },
  signal: AbortSignal,
  report: (price: DayPrice) => void,
): Promise<void> {
  const wanted = new URLSearchParams(query)
  wanted.set('days', days.join(','))
  if (ask.length > 0) wanted.set('ask', ask.join(','))
  const left = new Set(days)
  try {
    const response = await fetch(`/api/search/flights/days?${wanted}`, { signal, cache: 'no-store' })
    if (response.ok && response.body) {
      for await (const json of readNdjson(response.body)) {
        if (!isDayPrice(json)) break
        if (left.delete(json.date)) report(json)
      }
      // The strip does not show refusals. An unread body would keep the request open.
    } else await response.body?.cancel()
  } catch {
    // Handled below, for each day.
  }
  // A page that has ended the request wants no answer; after a time-out, the page still waits for one.
  if (signal.reason?.name !== 'AbortError') for (const date of left) report({ state: 'unknown', date })
}
