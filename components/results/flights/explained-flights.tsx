import type { TripType } from '#lib/travel/flights/flight-form.ts'
import { flightSentences } from '#lib/travel/flights/flight-sentences.ts'
import { useLocale, useTexts } from '../../ui/texts.tsx'
import { ExplainedState, type ExplainedView } from '../states/explained-state.tsx'

interface ExplainedFlightsProps {
  view: ExplainedView
  trip: TripType
  onRetry: () => void
}

export function ExplainedFlights({ view, trip, onRetry }: ExplainedFlightsProps) {
  const reader = { t: useTexts('flightFields'), locale: useLocale() }
  return <ExplainedState view={view} fields={flightSentences(trip, reader)} onRetry={onRetry} />
}
