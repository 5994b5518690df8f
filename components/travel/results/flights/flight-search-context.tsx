'use client'

import { createContext, useContext } from 'react'
import type { FlightSearch } from '#runner/contract/capabilities/flight-search.ts'

/** The search of the list, for rows that send a new request to its providers. */
export const FlightSearchContext = createContext<FlightSearch | null>(null)

export function useFlightSearch(): FlightSearch {
  const search = useContext(FlightSearchContext)
  if (search === null) throw new Error('No FlightSearchContext')
  return search
}

/** Whether the list belongs to a multi-city trip, whose flights are numbered and dated. */
export const useIsMultiCity = (): boolean => useContext(FlightSearchContext)?.onward !== undefined
