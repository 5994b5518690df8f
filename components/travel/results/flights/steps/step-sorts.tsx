'use client'

import type { FlightList } from '#lib/travel/client/flights/use-flight-list.ts'
import { type FlightSort, flightSorts } from '#lib/travel/model/flights/sort.ts'
import { useTexts } from '../../../../ui/texts.tsx'
import { BestInfo } from '../../info-popover.tsx'
import { SortPick } from '../../sort-pick.tsx'
import { FlightBestWords } from '../flight-parts.ts'
import { sortNames } from '../flight-sorts.tsx'

interface StepSortsProps {
  list: Pick<FlightList, 'first' | 'facts'>
  sort: FlightSort
  onSort: (sort: FlightSort) => void
  /** In the bottom bar of a phone. */
  isInBar: boolean
}

/** The sort order of outbound flights, or of their returns. */
export function StepSorts({ list, isInBar, ...pick }: StepSortsProps) {
  const t = useTexts('flights')
  const { first, facts } = list
  return (
    <SortPick sorts={flightSorts.map((sort) => ({ sort, name: t(sortNames[sort]) }))} {...pick}>
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
    </SortPick>
  )
}
