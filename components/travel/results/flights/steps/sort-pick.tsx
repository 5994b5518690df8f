'use client'

import type { FlightList } from '#lib/travel/client/flights/use-flight-list.ts'
import { type FlightSort, flightSorts } from '#lib/travel/model/flights/sort.ts'
import { Icon } from '../../../../ui/icon.tsx'
import { useTexts } from '../../../../ui/texts.tsx'
import { BestInfo } from '../../best-info.tsx'
import { FlightBestWords } from '../flight-parts.ts'
import { sortNames } from '../flight-sorts.tsx'

interface SortPickProps {
  list: Pick<FlightList, 'first' | 'facts'>
  sort: FlightSort
  onSort: (sort: FlightSort) => void
  /** In the bottom bar of a phone, without the explanation of Best. */
  isInBar?: boolean
}

/** The sort order of a list without sort tabs. */
export function SortPick({ list, sort, onSort, isInBar = false }: SortPickProps) {
  const [t, results] = [useTexts('flights'), useTexts('results')]
  const { first, facts } = list
  return (
    <span className="sort-pick">
      {!isInBar && (
        <BestInfo name={t('best')}>
          <FlightBestWords
            best={first.best}
            cheapest={first.price}
            fastest={first.duration}
            reference={facts.reference}
          />
        </BestInfo>
      )}
      {isInBar && <Icon name="swap" />}
      <select
        aria-label={results('sortOrder')}
        value={sort}
        onChange={({ target }) => {
          const picked = flightSorts.find((one) => one === target.value)
          if (picked) onSort(picked)
        }}
      >
        {flightSorts.map((one) => (
          <option key={one} value={one}>
            {t(sortNames[one])}
          </option>
        ))}
      </select>
    </span>
  )
}
