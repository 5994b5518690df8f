import { hotelSentences } from '#lib/travel/hotels/hotel-sentences.ts'
import { useLocale, useTexts } from '../../ui/texts.tsx'
import { ExplainedState, type ExplainedView } from '../states/explained-state.tsx'

export function ExplainedHotels({ view, onRetry }: { view: ExplainedView; onRetry: () => void }) {
  const reader = { t: useTexts('stayFields'), locale: useLocale() }
  return <ExplainedState view={view} fields={hotelSentences(reader)} onRetry={onRetry} />
}
