'use client'

import { useCallback, useEffect, useRef, useState } from 'react'
import type { FlightSearch } from '#runner/contract/capabilities/flight-search.ts'
import type { GridDay } from '../../model/flights/date-grid.ts'
import type { DateStop } from '../../model/flights/date-price.ts'
import { maxDateSearches, type TripDays, writeDates } from '../../model/flights/date-text.ts'
import { writeFlightQuery } from '../../model/flights/write-flight-query.ts'
import { type DateProblem, openDatePrices } from './open-date-prices.ts'
import { useDateCells } from './use-date-cells.ts'

/**
 * The prices of other travel dates. Ends its requests when the component unmounts.
 *
 * @param currency the currency of the prices
 * @param bags the bags that every price includes, as a part of the query
 */
export function useDatePrices(search: FlightSearch, currency: string, bags: string) {
  const { cells, note, forgetAsking } = useDateCells(search, currency, bags)
  /** Whether searches that the person started are in progress. */
  const [isLooking, setLooking] = useState(false)
  /** Why the last searches ended early, and why the last request failed, or null. */
  const [stopped, setStopped] = useState<DateStop | null>(null)
  const [problem, setProblem] = useState<DateProblem | null>(null)
  const searching = useRef<AbortController | null>(null)
  /** The days that wait for their search, most wanted first. */
  const waiting = useRef<readonly TripDays[]>([])
  const query = writeFlightQuery(search) + bags

  /** Reads cached prices of cells that nothing is known about. Returns a function that ends the request. */
  const recall = useCallback(
    (shown: readonly GridDay[]) => {
      const abort = new AbortController()
      const dates = shown.filter(({ isOut }) => !isOut).map(({ days }) => days)
      if (dates.length === 0) return undefined
      // Without these prices the cells stay unknown, and the person can still search them.
      const asked = { query, dates, currency, look: 'cached' as const }
      void openDatePrices(asked, abort.signal, (line) => {
        if (line.state !== 'stopped' && line.state !== 'unknown') note(line)
      })
      return () => abort.abort()
    },
    [note, query, currency],
  )

  /** Searches the waiting days, in requests of as many as the server allows, until one of them ends early. */
  const searchWaiting = useCallback(
    async (signal: AbortSignal) => {
      let failure: DateProblem | null = null
      let isStopped = false
      while (waiting.current.length > 0 && failure === null && !isStopped && !signal.aborted) {
        const dates = waiting.current.slice(0, maxDateSearches.pressed)
        waiting.current = waiting.current.slice(maxDateSearches.pressed)
        failure = await openDatePrices({ query, dates, currency, look: 'pressed' }, signal, (line) => {
          if (signal.aborted) return
          if (line.state !== 'stopped') note(line)
          else {
            isStopped = true
            setStopped(line)
          }
        })
      }
      return failure
    },
    [note, query, currency],
  )

  /** Searches cells, most wanted first. Cells of an earlier call wait until these have been searched. */
  const look = useCallback(
    (wanted: readonly GridDay[]) => {
      const keys = new Set(wanted.map(({ key }) => key))
      const others = waiting.current.filter((days) => !keys.has(writeDates(days)))
      waiting.current = [...wanted.map(({ days }) => days), ...others]
      setStopped(null)
      setProblem(null)
      if (searching.current) return
      const abort = new AbortController()
      searching.current = abort
      setLooking(true)
      void searchWaiting(abort.signal).then((failure) => {
        if (searching.current !== abort) return
        searching.current = null
        waiting.current = []
        setProblem(failure)
        setLooking(false)
        forgetAsking()
      })
    },
    [forgetAsking, searchWaiting],
  )

  /** Ends the searches; known prices stay. */
  const cancel = useCallback(() => {
    searching.current?.abort()
    searching.current = null
    waiting.current = []
    setLooking(false)
    forgetAsking()
  }, [forgetAsking])

  useEffect(
    () => () => {
      searching.current?.abort()
      forgetAsking()
    },
    [forgetAsking],
  )
  return { cells, isLooking, stopped, problem, recall, look, cancel }
}
