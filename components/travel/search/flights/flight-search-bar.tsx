'use client'

import { flightList } from '#lib/travel/client/flights/flight-list-query.ts'
import { withKept } from '#lib/travel/client/list-query.ts'
import { SearchBarFrame } from '../search-bar-frame.tsx'
import { type FlightFormProps, FlightSearchForm } from './flight-search-form.tsx'
import { FlightSummary } from './flight-summary.tsx'

/** The flight search form above its results. */
export function FlightSearchBar(props: Pick<FlightFormProps, 'initial' | 'names' | 'errors'>) {
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
