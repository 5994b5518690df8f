import type { AskedSource } from '#lib/travel/model/results/search-stream.ts'
import type { ListView, Trouble } from '#lib/travel/model/results/search-view.ts'
import { Button } from '../../../ui/button.tsx'
import { Notice } from '../../../ui/notice.tsx'
import { bold } from '../../../ui/spoken.tsx'
import { useLocale, useRichTexts, useTexts } from '../../../ui/texts.tsx'
import { useReader } from '../reader.tsx'
import { SourceList } from '../source-list.tsx'
import { ThrottledNotice } from './throttled.tsx'
import { askedSentences, troubleSentence, unreadSentences } from './trouble-sentence.ts'

interface PartialNoticeProps {
  view: ListView
  sources: AskedSource[]
  onRetry: () => void
}

type Throttled = Extract<Trouble, { kind: 'throttled' }>

/** Above an incomplete list: the missing sources with their effect on the price, and the offers that are not shown. */
export function PartialNotice({ view, sources, onRetry }: PartialNoticeProps) {
  const { kind } = useReader()
  const [t, refusals, locale] = [useTexts('results'), useTexts('refusals'), useLocale()]
  const rich = useRichTexts('results')
  const throttled = view.troubles.find((trouble): trouble is Throttled => trouble.kind === 'throttled')
  const others = view.troubles.filter((trouble) => trouble !== throttled)
  const skills = sources.filter(({ provider }) => provider === throttled?.who).map(({ skill }) => skill)
  const old = view.offers.filter(({ isOld, source }) => isOld && skills.includes(source))
  const reasons = [
    ...others.map((trouble) => troubleSentence(trouble, kind, t, refusals)),
    ...unreadSentences(sources, t, locale),
    ...(view.leftOut > 0 ? [t('offersLeftOut', { count: view.leftOut })] : []),
  ]
  const isElse = reasons.length > 0 || !throttled
  return (
    <div className="partial">
      {view.troubles.length > 0 && <SourceList sources={sources} />}
      {throttled && <ThrottledNotice {...throttled} old={old} onRetry={onRetry} />}
      {isElse && (
        <Notice
          tone="warn"
          icon="info"
          action={
            !throttled && (
              <Button size="sm" onClick={onRetry}>
                {t('askAgain')}
              </Button>
            )
          }
        >
          {rich('partial', {
            reasons: reasons.join(' ') || t('sentOnlySome', { kind }),
            b: bold,
          })}
        </Notice>
      )}
    </div>
  )
}

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
