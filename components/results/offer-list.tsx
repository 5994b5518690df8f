'use client'

import { useMemo } from 'react'
import { medianCo2 } from '#lib/client/flight-words.ts'
import { type Offer, type Sort, sortOffers } from '#lib/client/offer.ts'
import { makeTimeAxis } from '#lib/client/time-axis.ts'
import { classes } from '../ui/classes.ts'
import { OfferRow } from './offer-row.tsx'
import { hasTwelveHours, useReader } from './reader.tsx'
import { Ruler } from './ruler.tsx'

interface OfferListProps {
  id: string
  offers: readonly Offer[]
  currency: string
  sort: Sort
  /** The key of the open row, or null. */
  open: string | null
  onToggle: (key: string) => void
}

/** The offers in order under one ruler. One row is open at a time. */
export function OfferList({ id, offers, currency, sort, open, onToggle }: OfferListProps) {
  const { locale } = useReader()
  const sorted = useMemo(() => sortOffers(offers, sort, currency), [offers, sort, currency])
  const axis = useMemo(() => makeTimeAxis(offers.flatMap(({ flight }) => flight.legs)), [offers])
  const median = useMemo(() => medianCo2(offers.map(({ flight }) => flight)), [offers])
  const withCo2 = offers.some(({ flight }) => flight.co2_kg !== undefined)
  return (
    <div
      id={id}
      role="tabpanel"
      aria-labelledby={`sort-${sort}`}
      className={classes('board', hasTwelveHours(locale) && 'has-12h', !withCo2 && 'no-co2')}
    >
      <Ruler axis={axis} withCo2={withCo2} />
      <div className="list">
        {sorted.map((offer) => (
          <OfferRow
            key={offer.key}
            offer={offer}
            axis={axis}
            median={median}
            isOpen={offer.key === open}
            onToggle={onToggle}
          />
        ))}
      </div>
    </div>
  )
}
