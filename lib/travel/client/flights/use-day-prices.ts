'use client'

import { useCallback, useEffect, useEffectEvent, useMemo, useState } from 'react'
import type { FlightSearch } from '#runner/contract/capabilities/flight-search.ts'
import { bagQuery } from '../../model/flights/bag-query.ts'
import type { GridDay } from '../../model/flights/date-grid.ts'
import type { DateCell } from '../../model/flights/date-price.ts'
import { type BagWish, fareDue } from '../../model/flights/fare-due.ts'
import type { FlightOffer } from '../../model/flights/flight-offer.ts'
import { searchOn } from '../../model/flights/search-on.ts'
import { daysToAsk, type KnownPrice, stripDays } from '../../model/flights/strip-days.ts'
import { writeFlightQuery } from '../../model/flights/write-flight-query.ts'
import type { SearchView } from '../../model/results/search-view.ts'
import { lowestOf } from '../use-remember-search.ts'
import type { VisitMemory } from '../visit-memory.ts'
import { openDayPrices } from './open-day-prices.ts'

export interface DayPricesOptions {
  search: FlightSearch
  today: string
  /** Without the flights on separate tickets, if the list hides them. */
  view: SearchView<FlightOffer>
  /** The bags of the travelers, which every price includes. */
  bags: BagWish
  /** Whether the search itself is done: other days are requested only afterwards. */
  isDone: boolean
  memory: VisitMemory
}

export type DayPrices = ReturnType<typeof useDayPrices>

/**
 * The week around a search with each day's lowest price: remembered, cached by the server, or searched in the
 * background.
 */
export function useDayPrices({ search, today, view, bags, isDone, memory }: DayPricesOptions) {
  const withBags = bagQuery({ cabin_bags: bags.cabin, checked_bags: bags.checked })
  const queryOn = useCallback((date: string) => writeFlightQuery(searchOn(search, date)), [search])
  const [known, setKnown] = useState<ReadonlyMap<string, KnownPrice>>(() => new Map())
  const [knownWith, setKnownWith] = useState(withBags)
  if (knownWith !== withBags) {
    setKnownWith(withBags)
    setKnown(new Map())
  }
  const [weeks, setWeeks] = useState(0)
  const currency = view.kind === 'list' ? view.currency : search.currency
  const lowest = lowestOf(view)
  const amount = useMemo(() => lowestDue(view, bags), [view, bags])
  const seenAtMs = lowest?.seenAtMs ?? 0
  const data = (view.kind === 'list' && view.offers[0]?.data) || 'live'

  const all = useMemo(() => {
    const prices = new Map(known)
    if (amount === Number.POSITIVE_INFINITY) prices.set(search.date, { state: 'bags', date: search.date })
    else if (view.kind === 'list' && view.offers.length === 0)
      prices.set(search.date, { state: 'tickets', date: search.date })
    else if (amount !== null) {
      const price = { amount, currency }
      const fetched_at = new Date(seenAtMs).toISOString()
      prices.set(search.date, { state: 'priced', date: search.date, price, data, fetched_at })
    } else if (view.kind === 'none') prices.set(search.date, { state: 'none', date: search.date })
    else if (view.kind === 'loading') prices.set(search.date, { state: 'asking', date: search.date })
    return prices
  }, [known, search.date, amount, seenAtMs, data, currency, view])
  const days = useMemo(
    () => stripDays(search, { today, weeks, currency, known: all }),
    [search, today, weeks, currency, all],
  )

  const note = useCallback(
    (price: KnownPrice) => {
      if (price.state === 'priced' || price.state === 'none') memory.days.keep(queryOn(price.date) + withBags, price)
      setKnown((before) => new Map(before).set(price.date, price))
    },
    [memory, queryOn, withBags],
  )

  function load(days: readonly string[], ask: readonly string[], signal: AbortSignal, press = '') {
    for (const date of ask) note({ state: 'asking', date })
    const query = `${queryOn(search.date)}&prices_in=${currency}${withBags}${press}`
    void openDayPrices(query, { days, ask }, signal, note)
  }

  const ask = useEffectEvent((signal: AbortSignal) => {
    const wanted: string[] = []
    for (const { isSelected, isOut, date, query } of days) {
      if (isSelected || isOut || known.has(date)) continue
      const kept = memory.days.recall(query + withBags)
      if (kept) note(kept)
      else wanted.push(date)
    }
    if (wanted.length === 0) return
    const unasked = weeks === 0 ? daysToAsk(search, days).filter((date) => wanted.includes(date)) : []
    load(wanted, unasked, signal)
  })

  const isWorthAsking = isDone && (view.kind === 'list' || view.kind === 'none')
  // biome-ignore lint/correctness/useExhaustiveDependencies: another week has other days, other bags have other prices.
  useEffect(() => {
    const abort = new AbortController()
    if (isWorthAsking) ask(abort.signal)
    return () => {
      abort.abort()
      setKnown((before) => new Map([...before].filter(([, { state }]) => state !== 'asking')))
    }
  }, [isWorthAsking, weeks, withBags])

  /** Searches one day with an unknown price. Some providers may be asked only because a person pressed. */
  const check = (date: string) => load([date], [date], AbortSignal.timeout(60_000), '&pressed=true')
  /** Moves by a week. */
  const move = useCallback((by: 1 | -1) => setWeeks((before) => before + by), [])
  /** The known prices of days, in any week. */
  const knownOn = useCallback(
    (date: string): KnownPrice | undefined => all.get(date) ?? memory.days.recall(queryOn(date) + withBags),
    [all, memory, queryOn, withBags],
  )
  /** The known price of a search on other days, of any length of stay. */
  const knownFor = ({ days: { date }, query }: GridDay): DateCell | undefined => {
    const found = query === queryOn(date) ? knownOn(date) : memory.days.recall(query + withBags)
    if (found?.state !== 'priced' || found.price.currency !== currency) return undefined
    const { price, data, fetched_at } = found
    return { state: 'priced', dates: date, price, data, fetched_at, provider: '' }
  }
  return { days, currency, known: knownOn, knownFor, check, move }
}

/** What is due for the cheapest offer with the bags; infinite if that is unknown for all. Null without a list. */
function lowestDue(view: SearchView<FlightOffer>, bags: BagWish): number | null {
  if (view.kind !== 'list') return null
  const offers = view.offers.filter(({ price }) => price.currency === view.currency)
  return offers.length === 0 ? null : Math.min(...offers.map(({ flight }) => fareDue(flight, bags).amount))
}
