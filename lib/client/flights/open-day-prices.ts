import { DayPrice } from '../../travel/flights/day-price.ts'
import { readNdjson } from '../ndjson.ts'

/**
 * Asks for the lowest prices of `days`, and reports each as it comes; those in `ask` may be searched in the background. Whatever
 * goes wrong leaves days unknown: they are an extra, and the page says "Check price".
 */
export async function openDayPrices(
  query: string,
  { days, ask }: { days: readonly string[]; ask: readonly string[] },
  fetch: typeof globalThis.fetch,
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
        const price = DayPrice.parse(json)
        if (left.delete(price.date)) report(price)
      }
      // A refusal says nothing that the strip shows; left unread, it would keep the request open.
    } else await response.body?.cancel()
  } catch {
    // Said below, day by day.
  }
  if (!signal.aborted) for (const date of left) report({ state: 'unknown', date })
}
