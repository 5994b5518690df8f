import type { TripType } from '#lib/travel/model/flights/flight-form.ts'
import { flightSentences } from '#lib/travel/model/flights/flight-sentences.ts'
import { useLocale, useTexts } from '../../../ui/texts.tsx'
import { ExplainedState, type ExplainedStateProps } from '../states/explained-state.tsx'
import { NoMultiCity } from './no-multi-city.tsx'
import { NoneFound, type NoneFoundProps } from './none-found.tsx'

// The states shown in place of the list. One script for all, because a page shows at most one of them.

interface NoFlightsProps extends NoneFoundProps {
  /** Whether no available source accepts a trip with this many flights. */
  isUnsupported: boolean
}

/** The state without flights, with suggestions. */
export function NoFlights({ isUnsupported, ...none }: NoFlightsProps) {
  return isUnsupported ? <NoMultiCity search={none.search} /> : <NoneFound {...none} />
}

interface ExplainedFlightsProps extends Omit<ExplainedStateProps, 'fields'> {
  trip: TripType
}

export function ExplainedFlights({ trip, ...props }: ExplainedFlightsProps) {
  const reader = { t: useTexts('flightFields'), locale: useLocale() }
  return <ExplainedState {...props} fields={flightSentences(trip, reader)} />
}
