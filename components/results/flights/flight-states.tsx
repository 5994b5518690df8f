import type { TripType } from '#lib/travel/flights/flight-form.ts'
import { flightSentences } from '#lib/travel/flights/flight-sentences.ts'
import { useLocale, useTexts } from '../../ui/texts.tsx'
import { ExplainedState, type ExplainedView } from '../states/explained-state.tsx'
import { NoMultiCity } from './no-multi-city.tsx'
import { NoneFound, type NoneFoundProps } from './none-found.tsx'

// What stands in place of the list. One script for all: a page needs at most one of them.

interface NoFlightsProps extends NoneFoundProps {
  /** No source that could answer accepts a trip of this many flights. */
  isUnsupported: boolean
}

/** Nothing to list, and what helps. */
export function NoFlights({ isUnsupported, ...none }: NoFlightsProps) {
  return isUnsupported ? <NoMultiCity search={none.search} /> : <NoneFound {...none} />
}

interface ExplainedFlightsProps {
  view: ExplainedView
  trip: TripType
  onRetry: () => void
}

export function ExplainedFlights({ view, trip, onRetry }: ExplainedFlightsProps) {
  const reader = { t: useTexts('flightFields'), locale: useLocale() }
  return <ExplainedState view={view} fields={flightSentences(trip, reader)} onRetry={onRetry} />
}
