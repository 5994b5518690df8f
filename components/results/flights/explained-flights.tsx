import type { TripType } from '#lib/travel/flights/flight-form.ts'
import { flightSentences } from '#lib/travel/flights/flight-sentences.ts'
import { ExplainedState, type ExplainedView } from '../states/explained-state.tsx'

interface ExplainedFlightsProps {
  view: ExplainedView
  trip: TripType
  onRetry: () => void
}

export function ExplainedFlights({ view, trip, onRetry }: ExplainedFlightsProps) {
  return <ExplainedState view={view} fields={flightSentences(trip)} onRetry={onRetry} />
}
