'use client'

import { useId, useMemo } from 'react'
import { refundText } from '#lib/travel/flights/fare-terms.ts'
import type { FlightOffer } from '#lib/travel/flights/flight-offer.ts'
import { bagsText, cabinsOf, fareDifferences } from '#lib/travel/flights/words.ts'
import { inList } from '#lib/travel/in-list.ts'
import { writtenDifference } from '#lib/travel/money.ts'
import { readableName } from '#lib/travel/readable-name.ts'
import { tellApart } from '#lib/travel/tell-apart.ts'
import type { Texts } from '#lib/travel/texts.ts'
import type { FlightResult } from '#runner/contract/capabilities/flight-result.ts'
import { useTexts } from '../../ui/texts.tsx'
import { useFlightWords } from './use-flight-words.ts'

interface FareTableProps {
  fares: readonly FlightOffer[]
  /** The key of the chosen fare. */
  chosen: string
  onChoose: (key: string) => void
  /** Formats all prices of the list alike. */
  write: (amount: number) => string
  /** Whether `write` omits decimals. */
  isWhole: boolean
}

/** The fares of the same flights, compared line by line. Omits what the provider does not state. */
export function FareTable({ fares, chosen, onChoose, write, isWhole }: FareTableProps) {
  const name = useId()
  const words = useFlightWords()
  const { t } = words
  const [travel, results] = [useTexts('travel'), useTexts('results')]
  const amounts = fares.map(({ flight }) => flight.price.amount)
  const cheapest = Math.min(...amounts)
  const withProvider = new Set(fares.map(({ flight }) => flight.provider)).size > 1
  const told = useMemo(
    () =>
      tellApart(fares, {
        looksOf: ({ flight }) =>
          JSON.stringify([fareName(flight, t), cabinsOf(flight), factsOf(flight, withProvider, t)]),
        moreOf: ({ flight }) => fareDifferences(flight, words),
        isKept: ({ key }) => key === chosen,
      }),
    [fares, chosen, withProvider, words, t],
  )
  return (
    <fieldset className="fares">
      <legend>{t('faresOnFlights', { count: told.length })}</legend>
      {told.map(({ offer: { key, flight }, more }) => {
        const { amount } = flight.price
        const above = writtenDifference(amount, cheapest, isWhole)
        return (
          <label key={key} className="fare-option radio">
            <input type="radio" name={name} checked={key === chosen} onChange={() => onChoose(key)} />
            <span className="fare-brand">
              <b>{fareName(flight, t)}</b>{' '}
              {inList(
                cabinsOf(flight).map((cabin) => travel(cabin)),
                t,
              )}
            </span>
            <span className="fare-facts">{[...factsOf(flight, withProvider, t), ...more].join(' · ')}</span>
            <span className="fare-more">{above > 0 ? `+${write(above)}` : results('lowest')}</span>
            <b className="fare-price">{write(amount)}</b>
          </label>
        )
      })}
    </fieldset>
  )
}

function fareName({ fare }: FlightResult, t: Texts<'flights'>): string {
  return fare?.brand ? readableName(fare.brand) : t('fare')
}

function factsOf(flight: FlightResult, withProvider: boolean, t: Texts<'flights'>): string[] {
  const { bags, fare, provider } = flight
  const seats = fare?.seats_left
  const facts = [
    bagsText(bags, t),
    refundText(flight, t),
    seats !== undefined && seats > 0 && seats < 9 ? t('seatsLeft', { count: seats }) : null,
    withProvider ? provider : null,
  ]
  return facts.filter((fact) => fact !== null)
}
