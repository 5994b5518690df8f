'use client'

import { skipToken, useQuery, useQueryClient } from '@tanstack/react-query'
import { useCallback, useMemo } from 'react'
import type { FlightSearch } from '#runner/contract/capabilities/flight-search.ts'
import type { DateCell } from '../../model/flights/date-price.ts'
import { writeDates } from '../../model/flights/date-text.ts'
import { searchOn } from '../../model/flights/search-on.ts'
import { writeFlightQuery } from '../../model/flights/write-flight-query.ts'

type NotedCell = DateCell & { notedAtMs: number }

/** The known states of cells, by `writeDates`. A cell is absent if nothing is known about it. */
type DateCells = ReadonlyMap<string, NotedCell>

const none: DateCells = new Map()

/** Stands for all days: the prices of a trip are the same on each of its pages. */
const anyDay = '2027-01-01'

/**
 * What a visit knows about the days of a trip, for all that shows them.
 *
 * @param currency the currency of the prices
 * @param bags the bags that every price includes, as a part of the query
 */
export function useDateCells(search: FlightSearch, currency: string, bags: string) {
  const client = useQueryClient()
  const trip = writeFlightQuery({ ...searchOn(search, anyDay), return_date: search.return_date && anyDay }) + bags
  const queryKey = useMemo(() => ['dates', trip, currency], [trip, currency])
  const { data: cells = none } = useQuery<DateCells>({ queryKey, queryFn: skipToken })

  const note = useCallback(
    (cell: DateCell) =>
      client.setQueryData<DateCells>(queryKey, (before = none) => {
        const known = before.get(cell.dates)?.state
        // A line of an older request must not replace a price or a pending search of another request.
        const isNews = cell.state !== 'unknown' || known === undefined || known === 'asking'
        return isNews ? new Map(before).set(cell.dates, { ...cell, notedAtMs: Date.now() }) : before
      }),
    [client, queryKey],
  )
  const forgetAsking = useCallback(
    () =>
      client.setQueryData<DateCells>(
        queryKey,
        (before = none) => new Map([...before].filter(([, { state }]) => state !== 'asking')),
      ),
    [client, queryKey],
  )
  return { cells, note, forgetAsking }
}

/** The cells with the search's length of stay, by the day of departure. */
export const cellsByDay = (search: FlightSearch, cells: DateCells): ReadonlyMap<string, NotedCell> =>
  new Map(
    [...cells].flatMap(([dates, cell]) => {
      const [day = ''] = dates.split('_')
      return dates === writeDates(searchOn(search, day)) ? [[day, cell]] : []
    }),
  )
