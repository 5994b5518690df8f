import { hotelSentences } from '#lib/travel/hotels/hotel-sentences.ts'
import { ExplainedState, type ExplainedView } from '../states/explained-state.tsx'

export function ExplainedHotels({ view, onRetry }: { view: ExplainedView; onRetry: () => void }) {
  return <ExplainedState view={view} fields={hotelSentences} onRetry={onRetry} />
}
