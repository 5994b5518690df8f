'use client'

import { useId } from 'react'
import { cabinName } from '#lib/travel/flights/flight-form.ts'
import type { FlightOffer } from '#lib/travel/flights/flight-offer.ts'
import { bagsText, cabinsOf } from '#lib/travel/flights/words.ts'
import { formatPrice } from '#lib/travel/money.ts'
import { readableName } from '#lib/travel/readable-name.ts'
import { useReader } from '../reader.tsx'

interface FareTableProps {
  fares: readonly FlightOffer[]
  /** The key of the chosen one. */
  chosen: string
  onChoose: (key: string) => void
}

/** The fares of the same flights, compared line by line. What a provider does not say is left out, not guessed. */
export function FareTable({ fares, chosen, onChoose }: FareTableProps) {
  const { locale } = useReader()
  const name = useId()
  const cheapest = Math.min(...fares.map(({ flight }) => flight.price.amount))
  const providers = new Set(fares.map(({ flight }) => flight.provider))
  return (
    <fieldset className="fares">
      <legend>{fares.length} fares on these flights</legend>
      {fares.map(({ key, flight }) => {
        const { amount, currency } = flight.price
        const { brand, refundable, seats_left: seats } = flight.fare ?? {}
        const facts = [
          bagsText(flight.bags),
          refundable === undefined ? null : refundable ? 'Refund possible' : 'No refund',
          seats !== undefined && seats > 0 && seats < 9 ? (seats === 1 ? '1 seat left' : `${seats} seats left`) : null,
          providers.size > 1 ? flight.provider : null,
        ]
        return (
          <label key={key} className="fare-option radio">
            <input type="radio" name={name} checked={key === chosen} onChange={() => onChoose(key)} />
            <span className="fare-brand">
              <b>{brand ? readableName(brand) : 'Fare'}</b> {cabinsOf(flight).map(cabinName).join(', ')}
            </span>
            <span className="fare-facts">{facts.filter(Boolean).join(' · ')}</span>
            <span className="fare-more">
              {amount > cheapest ? `+${formatPrice(amount - cheapest, currency, locale)}` : 'lowest'}
            </span>
            <b className="fare-price">{formatPrice(amount, currency, locale)}</b>
          </label>
        )
      })}
    </fieldset>
  )
}
