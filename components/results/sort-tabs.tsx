'use client'

import { useRef } from 'react'
import { averageMinutes, type Offer, type Sort, sortOffers, sorts } from '#lib/client/offer.ts'
import { formatDuration, formatTime } from '#lib/travel/format.ts'
import { formatPrice } from '#lib/travel/money.ts'
import { useReader } from './reader.tsx'

const names: Record<Sort, string> = { price: 'Cheapest', duration: 'Fastest', departure: 'Earliest' }

interface SortTabsProps {
  offers: readonly Offer[]
  currency: string
  sort: Sort
  /** The id of the list that the tabs order. */
  panelId: string
  onSort: (sort: Sort) => void
}

/** The orders of the list, each with what it puts first. Arrow keys move, and the selection follows. */
export function SortTabs({ offers, currency, sort, panelId, onSort }: SortTabsProps) {
  const root = useRef<HTMLDivElement>(null)

  function onKeyDown(event: React.KeyboardEvent) {
    const at = sorts.indexOf(sort)
    const to = { ArrowRight: at + 1, ArrowLeft: at - 1, Home: 0, End: sorts.length - 1 }[event.key]
    if (to === undefined) return
    event.preventDefault()
    const next = sorts[(to + sorts.length) % sorts.length] ?? sort
    onSort(next)
    root.current?.querySelector<HTMLElement>(`#sort-${next}`)?.focus()
  }

  return (
    <div ref={root} className="tabs no-print" role="tablist" aria-label="Order of the list">
      {sorts.map((name) => (
        <button
          key={name}
          id={`sort-${name}`}
          type="button"
          role="tab"
          className="tab"
          aria-selected={name === sort}
          aria-controls={panelId}
          tabIndex={name === sort ? 0 : -1}
          onClick={() => onSort(name)}
          onKeyDown={onKeyDown}
        >
          <span className="tab-name">{names[name]}</span>
          <TabFacts first={sortOffers(offers, name, currency)[0]} sort={name} />
        </button>
      ))}
    </div>
  )
}

function TabFacts({ first, sort }: { first: Offer | undefined; sort: Sort }) {
  const { locale } = useReader()
  if (!first) return <span className="tab-facts">&nbsp;</span>
  const { flight } = first
  const average = `${formatDuration(averageMinutes(flight))} ${flight.legs.length > 1 ? 'average' : ''}`
  return (
    <span className="tab-facts">
      <b>{formatPrice(flight.price.amount, flight.price.currency, locale)}</b>
      <span>{sort === 'departure' ? `leaves ${formatTime(flight.departure, locale)}` : average}</span>
    </span>
  )
}
