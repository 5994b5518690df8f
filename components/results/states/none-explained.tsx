import type { ReactNode } from 'react'
import type { NoneView } from '#lib/travel/results/search-view.ts'
import { useLocale, useTexts } from '../../ui/texts.tsx'
import { troubleSentence } from './trouble-sentence.ts'
import { unreadSentences } from './unread-sentences.ts'

/** Whether offers arrived that the page cannot show, so that an empty list does not say that there are none. */
export const hasUnusable = ({ leftOut, sources }: NoneView): boolean =>
  leftOut > 0 ||
  sources.some(({ progress }) => progress.state === 'answered' && progress.unread?.unreadable !== undefined)

/** Explains an empty list: unusable offers if any arrived, else `children`; then each failed source. */
export function NoneExplained({ view, children }: { view: NoneView; children: ReactNode }) {
  const { leftOut, troubles, sources } = view
  const [t, refusals, locale] = [useTexts('results'), useTexts('refusals'), useLocale()]
  return (
    <>
      {leftOut > 0 && <p>{t('offersInvalid', { count: leftOut })}</p>}
      {unreadSentences(sources, t, locale).map((sentence) => (
        <p key={sentence}>{sentence}</p>
      ))}
      {!hasUnusable(view) && <p>{children}</p>}
      {troubles.map((trouble) => (
        <p key={`${trouble.kind} ${trouble.who}`}>{troubleSentence(trouble, t, refusals)}</p>
      ))}
    </>
  )
}
