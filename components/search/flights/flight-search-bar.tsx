'use client'

import type { PlaceNames, SearchFormValues } from '#lib/client/search-form.ts'
import { SearchBarFrame } from '../search-bar-frame.tsx'
import { FlightSearchForm } from './flight-search-form.tsx'
import { FlightSummary } from './flight-summary.tsx'

interface FlightSearchBarProps {
  initial: SearchFormValues
  names: PlaceNames
  errors?: Partial<Record<keyof SearchFormValues, string>>
}

/** A flight search above its results. */
export function FlightSearchBar(props: FlightSearchBarProps) {
  return (
    <SearchBarFrame
      summary={<FlightSummary values={props.initial} />}
      form={(shape, onSearch) => <FlightSearchForm shape={shape} {...props} {...(onSearch && { onSearch })} />}
    />
  )
}
