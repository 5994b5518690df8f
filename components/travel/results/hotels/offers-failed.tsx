import type { Failure } from '#lib/travel/client/ask-skill.ts'
import { useTexts } from '../../../ui/texts.tsx'
import { failureText } from '../failure-text.ts'

/** Why the other offers of a hotel are missing. */
export function OffersFailed({ failure, provider }: { failure: Failure; provider: string }) {
  const t = useTexts('hotels')
  const texts = { results: useTexts('results'), refusals: useTexts('refusals') }
  return <span>{t('offersFailed', { reason: failureText(failure, provider, texts) })}</span>
}
