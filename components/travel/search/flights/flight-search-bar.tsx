'use client'

import { flightList } from '#lib/travel/client/flights/flight-list-query.ts'
import { withKept } from '#lib/travel/client/list-query.ts'
import type { FlightFormValues } from '#lib/travel/model/flights/flight-form.ts'
import type { PlaceNames } from '#lib/travel/model/place-names.ts'
import { SearchBarFrame } from '../search-bar-frame.tsx'
import { type FlightErrors, FlightSearchForm } from './flight-search-form.tsx'
import { FlightSummary } from './flight-summary.tsx'

interface FlightSearchBarProps {
  initial: FlightFormValues
  names: PlaceNames
  errors?: FlightErrors
}

/** The flight search form above its results. */
export function FlightSearchBar(props: FlightSearchBarProps) {
  return (
    <SearchBarFrame
      summary={<FlightSummary values={props.initial} />}
      form={(shape, onSearch) => (
        <FlightSearchForm
          shape={shape}
          {...props}
          keep={(query) => withKept(query, window.location.search, flightList)}
          {...(onSearch && { onSearch })}
        />
      )}
    />
  )
}
