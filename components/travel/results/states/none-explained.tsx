import type { ReactNode } from 'react'
import type { NoneView } from '#lib/travel/model/results/search-view.ts'
import { useTexts } from '../../../ui/texts.tsx'
import { troubleSentence } from './trouble-sentence.ts'

/** Explains an empty list: invalid offers if any arrived, else `children`; then each failed source. */
export function NoneExplained({ view: { leftOut, troubles }, children }: { view: NoneView; children: ReactNode }) {
  const [t, refusals] = [useTexts('results'), useTexts('refusals')]
  return (
    <>
      {leftOut > 0 ? <p>{t('offersInvalid', { count: leftOut })}</p> : <p>{children}</p>}
      {troubles.map((trouble) => (
        <p key={`${trouble.kind} ${trouble.who}`}>{troubleSentence(trouble, t, refusals)}</p>
      ))}
    </>
  )
}
