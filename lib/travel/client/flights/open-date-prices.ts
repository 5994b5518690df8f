import { readNdjson } from '#lib/platform/client/ndjson.ts'
import type { ErrorBody } from '#runner/contract/errors.ts'
import type { DateLine } from '../../model/flights/date-price.ts'
import { type DateLook, type TripDays, writeDates } from '../../model/flights/date-text.ts'
import { isDateLine } from '../../model/generated/date-line.ts'
import { refusalIn } from '../refusal-in.ts'

/** A failed request, with the refusal if the server gave one. */
export interface DateProblem {
  error?: ErrorBody
}

interface DateRequest {
  /** The query of the search. */
  query: string
  /** The cells, most wanted first. */
  dates: readonly TripDays[]
  /** The currency of the prices. */
  currency: string
  /** Whether the server may search cells without a cached price. */
  look: DateLook
}

/**
 * Requests the prices of travel dates and reports each line as it arrives. Returns the problem, or null. An abort is
 * not a problem. Never rejects.
 */
export async function openDatePrices(
  { query, dates, currency, look }: DateRequest,
  signal: AbortSignal,
  report: (line: DateLine) => void,
): Promise<DateProblem | null> {
  const wanted = new URLSearchParams(query)
  wanted.set('dates', dates.map(writeDates).join(','))
  wanted.set('prices_in', currency)
  if (look !== 'cached') wanted.set('look', look)
  try {
    const response = await fetch(`/api/search/flights/dates?${wanted}`, { signal, cache: 'no-store' })
    if (!response.ok || !response.body) {
      const error = await refusalIn(await response.json())
      return error ? { error } : failed
    }
    for await (const json of readNdjson(response.body)) {
      if (!isDateLine(json)) return failed
      report(json)
    }
    return null
  } catch {
    return signal.aborted ? null : failed
  }
}

const failed: DateProblem = {}
