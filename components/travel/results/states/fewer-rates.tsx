import type { AskedSource } from '#lib/travel/model/results/search-stream.ts'
import { Notice } from '../../../ui/notice.tsx'
import { useTexts } from '../../../ui/texts.tsx'

/** Above a list of hotels: the sources that sent only some rates of a hotel, because filters look at these alone. */
export function FewerRates({ sources }: { sources: readonly AskedSource[] }) {
  const t = useTexts('results')
  const sentences = sources.flatMap(({ provider: who, progress }) => {
    const count = progress.state === 'answered' ? progress.unread?.hotels_with_fewer_rates : undefined
    return count === undefined ? [] : t('fewerRates', { who, count })
  })
  return (
    <Notice icon="info">
      {sentences.join(' ')} {t('fewerRatesHint')}
    </Notice>
  )
}
