import type { AskedSource } from '#lib/travel/model/results/search-stream.ts'
import type { ListView, Trouble } from '#lib/travel/model/results/search-view.ts'
import { Button } from '../../../ui/button.tsx'
import { Notice } from '../../../ui/notice.tsx'
import { bold } from '../../../ui/spoken.tsx'
import { useRichTexts, useTexts } from '../../../ui/texts.tsx'
import { useReader } from '../reader.tsx'
import { SourceList } from '../source-list.tsx'
import { ThrottledNotice } from './throttled-notice.tsx'
import { troubleSentence } from './trouble-sentence.ts'

interface PartialNoticeProps {
  view: ListView
  sources: AskedSource[]
  onRetry: () => void
}

type Throttled = Extract<Trouble, { kind: 'throttled' }>

/** Above an incomplete list: the missing source and its effect on the price. */
export function PartialNotice({ view, sources, onRetry }: PartialNoticeProps) {
  const { many: kind } = useReader().kind
  const [t, refusals] = [useTexts('results'), useTexts('refusals')]
  const rich = useRichTexts('results')
  const throttled = view.troubles.find((trouble): trouble is Throttled => trouble.kind === 'throttled')
  const others = view.troubles.filter((trouble) => trouble !== throttled)
  const skills = sources.filter(({ provider }) => provider === throttled?.who).map(({ skill }) => skill)
  const old = view.offers.filter(({ isOld, source }) => isOld && skills.includes(source))
  const isElse = others.length > 0 || view.leftOut > 0 || !throttled
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
            reasons:
              others.map((trouble) => troubleSentence(trouble, t, refusals)).join(' ') ||
              (view.leftOut === 0 ? t('sentOnlySome', { kind }) : t('offersLeftOut', { count: view.leftOut })),
            b: bold,
          })}
        </Notice>
      )}
    </div>
  )
}
