'use client'

import { createContext, type ReactNode, useContext, useMemo } from 'react'
import { usePlaceNames } from '#lib/travel/client/use-place-names.ts'
import type { FlightItem } from '#lib/travel/model/flights/filters.ts'
import { co2KgOf } from '#lib/travel/model/flights/sellers.ts'
import { spokenTrip } from '#lib/travel/model/flights/spoken-trip.ts'
import type { PlaceNames } from '#lib/travel/model/place-names.ts'
import { useReader } from '../reader.tsx'
import { useIsMultiCity } from './flight-search-context.tsx'
import { useFlightWords } from './use-flight-words.ts'

const NamesContext = createContext<PlaceNames>({})

/** Loads the names of the rows' layover airports. When they arrive, only the spoken sentences render again. */
export function SpokenNames({ rows, children }: { rows: readonly FlightItem[]; children: ReactNode }) {
  const { names } = useReader()
  const via = useMemo(() => [...new Set(rows.flatMap(({ itinerary }) => itinerary.via))].toSorted(), [rows])
  return <NamesContext value={usePlaceNames(via, names)}>{children}</NamesContext>
}

interface SpokenRowProps {
  row: FlightItem
  carriers: string
  /** Includes the travelers: "$1,234 for 2 travelers". */
  price: string
  /** The direction that the row shows, from 0; by default all of them. */
  direction?: number
}

/** A row as one sentence for screen readers. */
export function SpokenRow({ row: { itinerary, fares }, carriers, price, direction }: SpokenRowProps) {
  const { t, locale } = useFlightWords()
  const names = useContext(NamesContext)
  const isMulti = useIsMultiCity()
  return (
    <p className="sr-only">
      {spokenTrip({
        carriers,
        legs: itinerary.legs.filter((_, at) => at === (direction ?? at)),
        from: direction ?? 0,
        isMulti,
        price,
        co2Kg: direction === 0 ? undefined : co2KgOf(fares),
        names,
        locale,
        t,
      })}
    </p>
  )
}
