'use client'

import { useCallback, useEffect, useRef, useState } from 'react'
import type { FlightSearch } from '#runner/contract/capabilities/flight-search.ts'
import type { GridDay } from '../../model/flights/date-grid.ts'
import type { DateCell, DateStop } from '../../model/flights/date-price.ts'
import { maxDateSearches, type TripDays, writeDates } from '../../model/flights/date-text.ts'
import { writeFlightQuery } from '../../model/flights/write-flight-query.ts'
import { type DateProblem, openDatePrices } from './open-date-prices.ts'

type Cells = ReadonlyMap<string, DateCell>

/**
 * The prices of other travel dates. Ends its requests when the component unmounts.
 *
 * @param currency the currency of the prices; constant, because known prices stay
 * @param bags the bags that every price includes, as a part of the query
 */
export function useDatePrices(search: FlightSearch, currency: string, bags: string) {
  /** The known states of cells. A cell is absent if nothing is known about it. */
  const [cells, setCells] = useState<Cells>(() => new Map())
  const [knownWith, setKnownWith] = useState(bags)
  if (knownWith !== bags) {
    setKnownWith(bags)
    setCells(new Map())
  }
  /** Whether searches that the person started are in progress. */
  const [isLooking, setLooking] = useState(false)
  /** Why the last searches ended early, and why the last request failed, or null. */
  const [stopped, setStopped] = useState<DateStop | null>(null)
  const [problem, setProblem] = useState<DateProblem | null>(null)
  const searching = useRef<AbortController | null>(null)
  /** The days that wait for their search, most wanted first. */
  const waiting = useRef<readonly TripDays[]>([])
  const query = writeFlightQuery(search) + bags

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
          if (line.state !== 'stopped') return note(line)
          isStopped = true
          setStopped(line)
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

  useEffect(() => () => searching.current?.abort(), [])
  return { cells, isLooking, stopped, problem, recall, look, cancel }
}
