'use client'

import { useId, useMemo } from 'react'
import { fareDifferences } from '#lib/travel/model/flights/condition-words.ts'
import { fareColumns } from '#lib/travel/model/flights/fare-columns.ts'
import { cabinsOf } from '#lib/travel/model/flights/fare-terms.ts'
import type { FlightOffer } from '#lib/travel/model/flights/flight-offer.ts'
import { inList } from '#lib/travel/model/in-list.ts'
import { writtenDifference } from '#lib/travel/model/money.ts'
import { readableName } from '#lib/travel/model/readable-name.ts'
import { tellApart } from '#lib/travel/model/tell-apart.ts'
import type { FlightResult } from '#runner/contract/capabilities/flight-result.ts'
import { Badge } from '../../../ui/badge.tsx'
import { classes } from '../../../ui/classes.ts'
import { useTexts } from '../../../ui/texts.tsx'
import { useTravelProfile } from '../../profile/profile-provider.tsx'
import { useFlightWords } from './use-flight-words.ts'

interface FareTableProps {
  fares: readonly FlightOffer[]
  /** The key of the chosen fare. */
  chosen: string
  /** The key of the fare with the lowest total that includes the traveler's bags; absent if no bags are counted. */
  fitting?: string | undefined
  onChoose: (key: string) => void
  /** Formats all prices of the list alike. */
  write: (amount: number) => string
  /** Whether `write` omits decimals. */
  isWhole: boolean
}

/** Wide pages show up to this many fares side by side. */
const MAX_COLUMNS = 3

/**
 * The fares of the same flights, one per row, with a column for each fact that a provider states. A few fares stand side
 * by side on wide pages.
 */
export function FareTable({ fares, chosen, fitting, onChoose, write, isWhole }: FareTableProps) {
  const name = useId()
  const words = useFlightWords()
  const { t } = words
  const [travel, results] = [useTexts('travel'), useTexts('results')]
  const { seat } = useTravelProfile().profile
  const cheapest = Math.min(...fares.map(({ flight }) => flight.price.amount))
  const columns = useMemo(() => fareColumns(fares, words, seat), [fares, words, seat])
  const rows = useMemo(() => {
    const brandOf = ({ fare }: FlightResult) => (fare?.brand ? readableName(fare.brand) : t('fare'))
    const shown = fares.map((offer) => ({
      ...offer,
      brand: brandOf(offer.flight),
      cabins: inList(
        cabinsOf(offer.flight).map((cabin) => travel(cabin)),
        t,
      ),
      facts: columns.map(({ textOf }) => textOf(offer)),
    }))
    return tellApart(shown, {
      looksOf: ({ brand, cabins, facts }) => JSON.stringify([brand, cabins, facts]),
      moreOf: ({ flight }) => fareDifferences(flight, words),
      isKept: ({ key }) => key === chosen,
    })
  }, [fares, columns, chosen, words, t, travel])
  return (
    <fieldset className={classes('fares', rows.length <= MAX_COLUMNS && 'in-columns')}>
      <legend id={name}>{t('faresOnFlights', { count: rows.length })}</legend>
      <table className="fare-table" aria-labelledby={name}>
        <thead>
          <tr>
            <th scope="col">{t('fare')}</th>
            {columns.map(({ title }) => (
              <th key={title} scope="col">
                {title}
              </th>
            ))}
            <th scope="col">{results('totalPrice')}</th>
          </tr>
        </thead>
        <tbody>
          {rows.map(({ offer: { key, flight, brand, cabins, facts }, more }) => {
            const { amount } = flight.price
            const above = writtenDifference(amount, cheapest, isWhole)
            const spoken = columns.flatMap(({ title }, at) =>
              facts[at] == null ? [] : t('extraPrice', { name: title, price: facts[at] }),
            )
            return (
              <tr key={key} className={classes('fare-row', key === chosen && 'is-chosen')}>
                <th scope="row">
                  <label className="radio">
                    <input
                      type="radio"
                      name={name}
                      checked={key === chosen}
                      onChange={() => onChoose(key)}
                      // Moving between the fares reads only this name, so it has the facts of the row.
                      aria-label={[
                        [brand, cabins].filter(Boolean).join(' '),
                        ...(key === fitting ? [t('fitsYou')] : []),
                        ...more,
                        ...spoken,
                        write(amount),
                      ].join(' · ')}
                    />
                    <span className="fare-brand">
                      <b>{brand}</b> {cabins}
                      {key === fitting && (
                        <>
                          {' '}
                          <Badge tone="ok">{t('fitsYou')}</Badge>
                        </>
                      )}
                      {more.length > 0 && <small>{more.join(' · ')}</small>}
                    </span>
                  </label>
                </th>
                {columns.map(({ title }, at) => (
                  <td key={title} data-title={title}>
                    {facts[at] ?? (
                      <>
                        <span aria-hidden="true">–</span>
                        <span className="sr-only">{t('factUnknown')}</span>
                      </>
                    )}
                  </td>
                ))}
                <td>
                  <b className="fare-price">{write(amount)}</b>
                  <span className="fare-more dim">{above > 0 ? `+${write(above)}` : results('lowest')}</span>
                </td>
              </tr>
            )
          })}
        </tbody>
      </table>
    </fieldset>
  )
}
