'use client'

import { useEffect } from 'react'
import type { FlightSearch } from '#runner/contract/capabilities/flight-search.ts'
import { weeksOfMonth } from '../../model/flights/date-grid.ts'
import { cellsByDay } from './use-date-cells.ts'
import { useDatePrices } from './use-date-prices.ts'

/**
 * The known prices of the days of some months, by day, for the search's length of stay. Searches nothing. Without a
 * session, nothing is requested.
 *
 * @param bags the bags that every price includes, as a part of the query
 */
export function useKnownPrices(
  search: FlightSearch,
  months: readonly string[],
  today: string,
  bags: string,
): ReadonlyMap<string, number> {
  const { cells, recall } = useDatePrices(search, search.currency, bags)
  const asked = months.join()

  // biome-ignore lint/correctness/useExhaustiveDependencies: `recall` and `asked` say when the search or the months differ.
  useEffect(() => {
    if (!document.documentElement.dataset.viewer) return
    const ends = months.map((month) =>
      recall(
        weeksOfMonth(search, month, { today, firstWeekday: 1 })
          .flat()
          .filter((day) => day !== null),
      ),
    )
    return () => {
      for (const end of ends) end?.()
    }
  }, [recall, asked, today])
  const days = [...cellsByDay(search, cells)]
  return new Map(days.flatMap(([day, cell]) => (cell.state === 'priced' ? [[day, cell.price.amount]] : [])))
}
