'use client'

import { useId, useMemo } from 'react'
import { cabinName } from '#lib/travel/flights/flight-form.ts'
import type { FlightOffer } from '#lib/travel/flights/flight-offer.ts'
import { bagsText, cabinsOf, fareDifferences } from '#lib/travel/flights/words.ts'
import { readableName } from '#lib/travel/readable-name.ts'
import { tellApart } from '#lib/travel/tell-apart.ts'
import type { FlightResult } from '#runner/contract/capabilities/flight-result.ts'

interface FareTableProps {
  fares: readonly FlightOffer[]
  /** The key of the chosen fare. */
  chosen: string
  onChoose: (key: string) => void
  /** Formats all prices of the open row alike. */
  write: (amount: number) => string
}

/** The fares of the same flights, compared line by line. Omits what the provider does not state. */
export function FareTable({ fares, chosen, onChoose, write }: FareTableProps) {
  const name = useId()
  const amounts = fares.map(({ flight }) => flight.price.amount)
  const cheapest = Math.min(...amounts)
  const withProvider = new Set(fares.map(({ flight }) => flight.provider)).size > 1
  const told = useMemo(
    () =>
      tellApart(fares, {
        looksOf: ({ flight }) => JSON.stringify([fareName(flight), cabinsOf(flight), factsOf(flight, withProvider)]),
        moreOf: ({ flight }) => fareDifferences(flight),
        isKept: ({ key }) => key === chosen,
      }),
    [fares, chosen, withProvider],
  )
  return (
    <fieldset className="fares">
      <legend>{told.length === 1 ? '1 fare' : `${told.length} fares`} on these flights</legend>
      {told.map(({ offer: { key, flight }, more }) => {
        const { amount } = flight.price
        return (
          <label key={key} className="fare-option radio">
            <input type="radio" name={name} checked={key === chosen} onChange={() => onChoose(key)} />
            <span className="fare-brand">
              <b>{fareName(flight)}</b> {cabinsOf(flight).map(cabinName).join(', ')}
            </span>
            <span className="fare-facts">{[...factsOf(flight, withProvider), ...more].join(' · ')}</span>
            <span className="fare-more">{amount > cheapest ? `+${write(amount - cheapest)}` : 'lowest'}</span>
            <b className="fare-price">{write(amount)}</b>
          </label>
        )
      })}
    </fieldset>
  )
}

function fareName({ fare }: FlightResult): string {
  return fare?.brand ? readableName(fare.brand) : 'Fare'
}

function factsOf({ bags, fare, provider }: FlightResult, withProvider: boolean): string[] {
  const { refundable, seats_left: seats } = fare ?? {}
  const facts = [
    bagsText(bags),
    refundable === undefined ? null : refundable ? 'Refund possible' : 'No refund',
    seats !== undefined && seats > 0 && seats < 9 ? (seats === 1 ? '1 seat left' : `${seats} seats left`) : null,
    withProvider ? provider : null,
  ]
  return facts.filter((fact) => fact !== null)
}
