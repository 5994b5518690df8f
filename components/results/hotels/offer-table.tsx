'use client'

import { useId } from 'react'
import { freeCancellation } from '#lib/travel/hotels/cancellation.ts'
import type { HotelOffer } from '#lib/travel/hotels/hotel-offer.ts'
import { boardText, cancelText, freeText, roomText } from '#lib/travel/hotels/words.ts'
import { formatPrice } from '#lib/travel/money.ts'
import { useNow, useReader } from '../reader.tsx'

interface OfferTableProps {
  offers: readonly HotelOffer[]
  /** The key of the chosen one. */
  chosen: string
  onChoose: (key: string) => void
}

/** The offers of one hotel, compared line by line. What a provider does not say is left out, not guessed. */
export function OfferTable({ offers, chosen, onChoose }: OfferTableProps) {
  const { locale } = useReader()
  const now = useNow()
  const name = useId()
  const cheapest = Math.min(...offers.map(({ price }) => price.amount))
  return (
    <fieldset className="fares">
      <legend>{offers.length === 1 ? '1 offer' : `${offers.length} offers`} of this hotel</legend>
      {offers.map(({ key, hotel, price }) => {
        const free = freeCancellation(hotel.cancellation, now)
        const facts = [boardText(hotel), free ? freeText(free) : cancelText(hotel.cancellation)]
        return (
          <label key={key} className="fare-option radio">
            <input type="radio" name={name} checked={key === chosen} onChange={() => onChoose(key)} />
            <span className="fare-brand">
              <b>{roomText(hotel.room)}</b>
            </span>
            <span className="fare-facts">{facts.filter(Boolean).join(' · ')}</span>
            <span className="fare-more">
              {price.amount > cheapest ? `+${formatPrice(price.amount - cheapest, price.currency, locale)}` : 'lowest'}
            </span>
            <b className="fare-price">{formatPrice(price.amount, price.currency, locale)}</b>
          </label>
        )
      })}
    </fieldset>
  )
}
