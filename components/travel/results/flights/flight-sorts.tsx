'use client'

import { type ReactNode, useRef } from 'react'
import type { TextKey } from '#lib/platform/model/texts.ts'
import type { FlightList } from '#lib/travel/client/flights/use-flight-list.ts'
import { shownPrice } from '#lib/travel/model/flights/fare-due.ts'
import type { FlightItem } from '#lib/travel/model/flights/filters.ts'
import type { FlightWords } from '#lib/travel/model/flights/flight-words.ts'
import { averageMinutes } from '#lib/travel/model/flights/itinerary.ts'
import { type FlightSort, flightSorts } from '#lib/travel/model/flights/sort.ts'
import { formatTime } from '#lib/travel/model/format.ts'
import { priceWriter } from '#lib/travel/model/money.ts'
import { classes } from '../../../ui/classes.ts'
import { useTexts } from '../../../ui/texts.tsx'
import { BestInfo } from '../info-popover.tsx'
import { useReader } from '../reader.tsx'
import { FlightBestWords } from './flight-parts.ts'
import { useFlightWords } from './use-flight-words.ts'

export const sortNames = {
  best: 'best',
  price: 'cheapest',
  duration: 'fastest',
  departure: 'earliestTab',
} as const satisfies Record<FlightSort, TextKey<'flights'>>

/** The sort tabs of a flight list, each with the price and average time per direction of its first result. */
export function FlightSorts({ list, currency, ...tabs }: ListSortsProps<FlightList, FlightSort>) {
  const words = useFlightWords()
  const { first } = list
  const { reference } = list.facts
  const { t, locale } = words
  const write = priceWriter([reference.lowestPrice], currency, locale)
  return (
    <SortTabs
      tabs={flightSorts.map((sort) => ({
        sort,
        name: t(sortNames[sort]),
        facts: factsOf(first[sort], sort, words, write),
      }))}
      {...tabs}
    >
      <BestInfo name={t('best')}>
        <FlightBestWords best={first.best} cheapest={first.price} fastest={first.duration} reference={reference} />
      </BestInfo>
    </SortTabs>
  )
}

function factsOf(
  first: FlightItem | undefined,
  sort: FlightSort,
  { t, duration, locale }: FlightWords,
  write: (amount: number) => string,
) {
  if (!first) return null
  const { itinerary, offer } = first
  const time = duration(averageMinutes(itinerary))
  const average = itinerary.legs.length > 1 ? t('averageTime', { time }) : time
  return {
    strong: shownPrice(offer, write, t),
    rest: sort === 'departure' ? t('leavesAt', { time: formatTime(offer.flight.departure, locale) }) : average,
  }
}

/** A sort order and its first result. */
interface SortTab<Sort extends string> {
  sort: Sort
  name: string
  /** The main fact of the first result, and a second fact. */
  facts: { strong: string; rest: string } | null
}

interface SortTabsProps<Sort extends string> {
  tabs: readonly SortTab<Sort>[]
  sort: Sort
  /** Invisible while there is nothing to sort, so that the tabs reserve their space. */
  isHidden: boolean
  onSort: (sort: Sort) => void
  /** An explanation of the first sort order. */
  children: ReactNode
}

/** What the tabs of one kind of list need. */
interface ListSortsProps<List extends { first: unknown; facts: unknown }, Sort extends string>
  extends Pick<SortTabsProps<Sort>, 'sort' | 'isHidden' | 'onSort'> {
  list: Pick<List, 'first' | 'facts'>
  /** The currency of the list. */
  currency: string
}

/** The sort orders of the list, each with its first result. Arrow keys move the focus and the selection together. */
export function SortTabs<Sort extends string>(props: SortTabsProps<Sort>) {
  const { tabs, sort, isHidden, onSort, children } = props
  const { kind } = useReader()
  const root = useRef<HTMLDivElement>(null)
  const t = useTexts('results')

  function onKeyDown(event: React.KeyboardEvent) {
    const at = tabs.findIndex((tab) => tab.sort === sort)
    const to = { ArrowRight: at + 1, ArrowLeft: at - 1, Home: 0, End: tabs.length - 1 }[event.key]
    // Alt (on a Mac: Command) with an arrow is the browser's shortcut for Back and Forward.
    if (to === undefined || event.altKey || event.metaKey) return
    event.preventDefault()
    const next = tabs[(to + tabs.length) % tabs.length]?.sort ?? sort
    onSort(next)
    root.current?.querySelector<HTMLElement>(`#sort-${next}`)?.focus()
  }

  return (
    <div className={classes('tabs-frame sticks no-print', isHidden && 'is-unseen')}>
      <div ref={root} className="tabs" role="tablist" aria-label={t('sortOrder')}>
        {tabs.map((tab) => (
          <button
            key={tab.sort}
            id={`sort-${tab.sort}`}
            type="button"
            role="tab"
            className={`tab column is-${tab.sort}`}
            aria-selected={tab.sort === sort}
            aria-controls={kind}
            tabIndex={tab.sort === sort ? 0 : -1}
            onClick={() => onSort(tab.sort)}
            onKeyDown={onKeyDown}
          >
            <span className="tab-name soft">{tab.name}</span>
            <span className="tab-facts">
              {tab.facts ? (
                <>
                  <b>{tab.facts.strong}</b>
                  <span>{tab.facts.rest}</span>
                </>
              ) : (
                '\u00a0'
              )}
            </span>
          </button>
        ))}
      </div>
      {children}
    </div>
  )
}
