'use client'

import { useEffect, useState } from 'react'
import type { FlightSearch } from '#runner/contract/capabilities/flight-search.ts'
import { weeksOfMonth } from '../../model/flights/date-grid.ts'
import { writeFlightQuery } from '../../model/flights/write-flight-query.ts'
import { openDatePrices } from './open-date-prices.ts'

/** The prices of one search on other days, by the day of departure. */
interface KnownPrices {
  query: string
  amounts: ReadonlyMap<string, number>
}

/**
 * The known prices of the days of some months, by day, for the search's length of stay. Searches nothing. Without a
 * session nothing is known, and nothing is requested. An absent search has no prices.
 *
 * @param bags the bags that every price includes, as a part of the query
 */
export function useKnownPrices(
  search: FlightSearch | undefined,
  months: readonly string[],
  today: string,
  bags: string,
): ReadonlyMap<string, number> {
  const query = search ? writeFlightQuery(search) + bags : ''
  const [known, setKnown] = useState<KnownPrices>({ query, amounts: none })
  const asked = months.join()

  // biome-ignore lint/correctness/useExhaustiveDependencies: `query` and `asked` say when the search or the months differ.
  useEffect(() => {
    if (!search || !document.documentElement.dataset.viewer) return
    const { currency } = search
    const abort = new AbortController()
    for (const month of months) {
      const days = weeksOfMonth(search, month, { today, firstWeekday: 1 }).flat()
      const dates = days.flatMap((day) => (day === null || day.isOut ? [] : [day.days]))
      if (dates.length === 0) continue
      void openDatePrices({ query, dates, currency, look: 'cached' }, abort.signal, (line) => {
        if (line.state !== 'priced') return
        const [date = ''] = line.dates.split('_')
        setKnown((before) => ({
          query,
          amounts: new Map(before.query === query ? before.amounts : none).set(date, line.price.amount),
        }))
      })
    }
    return () => abort.abort()
  }, [query, asked, today])
  return known.query === query ? known.amounts : none
}

const none: ReadonlyMap<string, number> = new Map()
