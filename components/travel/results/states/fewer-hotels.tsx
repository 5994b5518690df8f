import type { AskedSource } from '#lib/travel/model/results/search-stream.ts'
import { Notice } from '../../../ui/notice.tsx'
import { useTexts } from '../../../ui/texts.tsx'
import { askedSentences } from './unread-sentences.ts'

interface FewerHotelsProps {
  sources: readonly AskedSource[]
  /** Whether another notice already says how many hotels were asked. */
  isPartial: boolean
}

/**
 * Above a list of hotels: the sources that were not asked for every hotel, and those that sent only some rates of a
 * hotel, because filters look at these alone.
 */
export function FewerHotels({ sources, isPartial }: FewerHotelsProps) {
  const t = useTexts('results')
  const asked = isPartial ? [] : sources.flatMap(({ provider, progress }) => askedSentences(provider, progress, t))
  const fewer = sources.flatMap(({ provider: who, progress }) => {
    const count = progress.state === 'answered' ? progress.unread?.hotels_with_fewer_rates : undefined
    return count === undefined ? [] : t('fewerRates', { who, count })
  })
  const sentences = [...asked, ...fewer, ...(fewer.length > 0 ? [t('fewerRatesHint')] : [])]
  return sentences.length > 0 && <Notice icon="info">{sentences.join(' ')}</Notice>
}
