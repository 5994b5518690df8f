'use client'

import { useCallback, useEffect, useRef, useState } from 'react'
import type { FlightSearch } from '#runner/contract/capabilities/flight-search.ts'
import type { GridDay } from '../../model/flights/date-grid.ts'
import type { DateCell, DateStop } from '../../model/flights/date-price.ts'
import { writeFlightQuery } from '../../model/flights/write-flight-query.ts'
import { type DateProblem, openDatePrices } from './open-date-prices.ts'

type Cells = ReadonlyMap<string, DateCell>

/**
 * The prices of other travel dates. Ends its requests when the component unmounts.
 *
 * @param currency the currency of the prices; constant, because known prices stay
 */
export function useDatePrices(search: FlightSearch, currency: string) {
  /** The known states of cells. A cell is absent if nothing is known about it. */
  const [cells, setCells] = useState<Cells>(() => new Map())
  /** Whether searches that the person started are in progress. */
  const [isLooking, setLooking] = useState(false)
  /** Why the last searches ended early, and why the last request failed, or null. */
  const [stopped, setStopped] = useState<DateStop | null>(null)
  const [problem, setProblem] = useState<DateProblem | null>(null)
  const searching = useRef<AbortController | null>(null)
  const recalling = useRef<AbortController | null>(null)
  const query = writeFlightQuery(search)

  const note = useCallback((cell: DateCell) => {
    setCells((before) => {
      const known = before.get(cell.dates)?.state
      // A line of an older request must not replace a price or a pending search of another request.
      const isNews = cell.state !== 'unknown' || known === undefined || known === 'asking'
      return isNews ? new Map(before).set(cell.dates, cell) : before
    })
  }, [])

  const forgetAsking = useCallback(() => {
    setCells((before) => new Map([...before].filter(([, { state }]) => state !== 'asking')))
  }, [])

  /** Reads cached prices of cells that nothing is known about. */
  const recall = useCallback(
    (shown: readonly GridDay[]) => {
      recalling.current?.abort()
      const abort = new AbortController()
      recalling.current = abort
      const dates = shown.filter(({ isOut }) => !isOut).map(({ days }) => days)
      if (dates.length === 0) return
      // Without these prices the cells stay unknown, and the person can still search them.
      const asked = { query, dates, currency, look: false }
      void openDatePrices(asked, abort.signal, (line) => {
        if (line.state !== 'stopped' && line.state !== 'unknown') note(line)
      })
    },
    [note, query, currency],
  )

  /** Searches cells, most wanted first, as many as the server allows for one click. */
  const look = useCallback(
    (wanted: readonly GridDay[]) => {
      searching.current?.abort()
      const abort = new AbortController()
      searching.current = abort
      setStopped(null)
      setProblem(null)
      setLooking(true)
      const dates = wanted.map(({ days }) => days)
      const asked = { query, dates, currency, look: true }
      void openDatePrices(asked, abort.signal, (line) => {
        if (abort.signal.aborted) return
        if (line.state === 'stopped') setStopped(line)
        else note(line)
      }).then((failure) => {
        if (searching.current !== abort) return
        searching.current = null
        setProblem(failure)
        setLooking(false)
        forgetAsking()
      })
    },
    [forgetAsking, note, query, currency],
  )

  /** Ends the searches; known prices stay. */
  const cancel = useCallback(() => {
    searching.current?.abort()
    searching.current = null
    setLooking(false)
    forgetAsking()
  }, [forgetAsking])

  useEffect(
    () => () => {
      searching.current?.abort()
      recalling.current?.abort()
    },
    [],
  )
  return { cells, isLooking, stopped, problem, recall, look, cancel }
}
