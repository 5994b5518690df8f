import { hotelSentences } from '#lib/travel/model/hotels/hotel-sentences.ts'
import { useLocale, useTexts } from '../../../ui/texts.tsx'
import { ExplainedState, type ExplainedStateProps } from '../states/explained-state.tsx'

export function ExplainedHotels(props: Omit<ExplainedStateProps, 'fields'>) {
  const reader = { t: useTexts('stayFields'), locale: useLocale() }
  return <ExplainedState {...props} fields={hotelSentences(reader)} />
}
