import type { NoneView } from '#lib/travel/model/results/search-view.ts'
import { useLocale, useTexts } from '../../../ui/texts.tsx'
import { useReader } from '../reader.tsx'
import { SaveSearch } from '../save-search.tsx'
import { type NextStep, NextSteps } from './next-steps.tsx'
import { StatePanel } from './state-panel.tsx'
import { troubleSentence } from './trouble-sentence.ts'
import { unreadSentences } from './unread-sentences.ts'

interface NothingFoundProps {
  view: NoneView
  /** The title without results, and the one if offers arrived that the page cannot show. */
  title: string
  unusableTitle: string
  /** Why there may be no results. */
  reason: string
  /** Each changes one part of the search. */
  steps: readonly (NextStep | false)[]
}

/** Every source answered without results: what arrived instead or why there are none, each failed source, and the steps. */
export function NothingFound({ view, title, unusableTitle, reason, steps }: NothingFoundProps) {
  const { leftOut, troubles, sources } = view
  const { kind } = useReader()
  const [t, refusals, locale] = [useTexts('results'), useTexts('refusals'), useLocale()]
  const isUnusable =
    leftOut > 0 ||
    sources.some(({ progress }) => progress.state === 'answered' && progress.unread?.unreadable !== undefined)
  return (
    <StatePanel
      icon="search"
      title={isUnusable ? unusableTitle : title}
      actions={
        <NextSteps steps={steps}>
          <li>
            <span>{t('lookAgain')}</span>
            <SaveSearch />
          </li>
        </NextSteps>
      }
    >
      {leftOut > 0 && <p>{t('offersInvalid', { count: leftOut })}</p>}
      {unreadSentences(sources, t, locale).map((sentence) => (
        <p key={sentence}>{sentence}</p>
      ))}
      {!isUnusable && <p>{reason}</p>}
      {troubles.map((trouble) => (
        <p key={`${trouble.kind} ${trouble.who}`}>{troubleSentence(trouble, kind, t, refusals)}</p>
      ))}
    </StatePanel>
  )
}
