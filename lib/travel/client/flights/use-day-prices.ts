'use client'

import { useCallback, useEffect, useEffectEvent, useMemo, useState } from 'react'
import { bagQuery } from '#lib/travel/model/flights/date-text.ts'
import type { FlightSearch } from '#runner/contract/capabilities/flight-search.ts'
import type { GridDay } from '../../model/flights/date-grid.ts'
import type { DateCell } from '../../model/flights/date-price.ts'
import { type DateLook, maxDateSearches, writeDates } from '../../model/flights/date-text.ts'
import { type BagWish, fareDue } from '../../model/flights/fare-due.ts'
import type { FlightOffer } from '../../model/flights/flight-offer.ts'
import { searchOn } from '../../model/flights/search-on.ts'
import { daysToAsk, stripDays } from '../../model/flights/strip-days.ts'
import { writeFlightQuery } from '../../model/flights/write-flight-query.ts'
import type { SearchView } from '../../model/results/search-view.ts'
import { FRESH_MS } from '../create-query-client.ts'
import { lowestOf } from '../use-remember-search.ts'
import { openDatePrices } from './open-date-prices.ts'
import { cellsByDay, useDateCells } from './use-date-cells.ts'

export interface DayPricesOptions {
  search: FlightSearch
  today: string
  /** Without the flights on separate tickets, if the list hides them. */
  view: SearchView<FlightOffer>
  /** The bags of the travelers, which every price includes. */
  bags: BagWish
  /** Whether the search itself is done: other days are requested only afterwards. */
  isDone: boolean
}

export type DayPrices = ReturnType<typeof useDayPrices>

/**
 * The week around a search with each day's lowest price: remembered, cached by the server, or searched in the
 * background.
 */
export function useDayPrices({ search, today, view, bags, isDone }: DayPricesOptions) {
  const withBags = bagQuery({ cabin_bags: bags.cabin, checked_bags: bags.checked })
  const [weeks, setWeeks] = useState(0)
  const currency = view.kind === 'list' ? view.currency : search.currency
  const { cells, note, forgetAsking } = useDateCells(search, currency, withBags)
  const known = useMemo(() => cellsByDay(search, cells), [search, cells])
  const [openedAtMs] = useState(() => Date.now())
  const lowest = lowestOf(view)
  const amount = useMemo(() => lowestDue(view, bags), [view, bags])
  const seenAtMs = lowest?.seenAtMs ?? 0
  const data = (view.kind === 'list' && view.offers[0]?.data) || 'live'

  const all = useMemo(() => {
    const prices = new Map<string, DateCell>(known)
    const dates = writeDates(search)
    const setOwn = (cell: DateCell) => prices.set(search.date, cell)
    if (amount === Number.POSITIVE_INFINITY) setOwn({ state: 'failed', reason: 'bags', dates })
    else if (view.kind === 'list' && view.offers.length === 0) setOwn({ state: 'failed', reason: 'tickets', dates })
    else if (amount !== null) {
      const price = { amount, currency }
      const fetched_at = new Date(seenAtMs).toISOString()
      setOwn({ state: 'priced', dates, price, data, fetched_at, provider: '' })
    } else if (view.kind === 'none') setOwn({ state: 'none', dates })
    else if (view.kind === 'loading') setOwn({ state: 'asking', dates })
    return prices
  }, [known, search, amount, seenAtMs, data, currency, view])
  const days = useMemo(
    () => stripDays(search, { today, weeks, currency, known: all }),
    [search, today, weeks, currency, all],
  )

  async function load(days: readonly string[], look: DateLook, signal: AbortSignal) {
    const dates = days.map((date) => searchOn(search, date))
    const left = new Set(dates.map(writeDates))
    const atOnce = look === 'cached' ? 0 : maxDateSearches[look]
    for (const dates of [...left].slice(0, atOnce)) note({ state: 'asking', dates })
    const query = writeFlightQuery(search) + withBags
    await openDatePrices({ query, dates, currency, look }, signal, (line) => {
      if (line.state === 'stopped') return
      if (line.state !== 'asking') left.delete(line.dates)
      // After a press, the day need not offer the same search again: its page gives the reason.
      const isUnanswered = look === 'pressed' && line.state === 'unknown'
      note(isUnanswered ? { state: 'failed', reason: 'no_answer', dates: line.dates } : line)
    })
    // A page that has ended the request wants no answer; after a time-out, the page still waits for one.
    if (signal.reason?.name !== 'AbortError') for (const dates of left) note({ state: 'unknown', dates })
  }

  const ask = useEffectEvent((signal: AbortSignal) => {
    /** This page asks once for each day. A recent answer on another page is enough, unless that has no price. */
    const isKnown = (date: string) => {
      const cell = known.get(date)
      if (cell === undefined || cell.state === 'asking') return false
      const isPriced = cell.state === 'priced' || cell.state === 'none'
      return cell.notedAtMs >= (isPriced ? Math.min(openedAtMs, Date.now() - FRESH_MS) : openedAtMs)
    }
    const wanted = daysToAsk(search, days).filter((date) => !isKnown(date))
    if (wanted.length === 0) return
    void load(wanted, weeks === 0 ? 'background' : 'cached', signal)
  })

  const isWorthAsking = isDone && (view.kind === 'list' || view.kind === 'none')
  // biome-ignore lint/correctness/useExhaustiveDependencies: another week has other days, other bags have other prices.
  useEffect(() => {
    const abort = new AbortController()
    if (isWorthAsking) ask(abort.signal)
    return () => {
      abort.abort()
      forgetAsking()
    }
  }, [isWorthAsking, weeks, withBags, currency])

  /** Searches one day with an unknown price. Some providers may be asked only because a person pressed. */
  const check = (date: string) => void load([date], 'pressed', AbortSignal.timeout(60_000))
  /** Moves by a week. */
  const move = useCallback((by: 1 | -1) => setWeeks((before) => before + by), [])
  const own = all.get(search.date)
  /** The price of the list, for the search's own days. */
  const knownFor = ({ isSelected }: GridDay): DateCell | undefined =>
    isSelected && own?.state === 'priced' ? own : undefined
  return { days, currency, known: (date: string) => all.get(date), knownFor, check, move }
}

/** What is due for the cheapest offer with the bags; infinite if that is unknown for all. Null without a list. */
function lowestDue(view: SearchView<FlightOffer>, bags: BagWish): number | null {
  if (view.kind !== 'list') return null
  const offers = view.offers.filter(({ price }) => price.currency === view.currency)
  return offers.length === 0 ? null : Math.min(...offers.map(({ flight }) => fareDue(flight, bags).amount))
}
