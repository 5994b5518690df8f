import type { ReactNode } from 'react'
import type { NoneView } from '#lib/travel/model/results/search-view.ts'
import { ButtonLink } from '../../../ui/button.tsx'
import { useLocale, useTexts } from '../../../ui/texts.tsx'
import { useReader } from '../reader.tsx'
import { SaveSearch } from '../save-search.tsx'
import { StatePanel } from './state-panel.tsx'
import { troubleSentence, unreadSentences } from './trouble-sentence.ts'

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

/** A suggestion, with links that each search with one change. */
export interface NextStep {
  text: string
  links: readonly { text: string; href: string }[]
}

interface NextStepsProps {
  /** A step that does not apply is false. */
  steps: readonly (NextStep | false)[]
  /** A last step. */
  children?: ReactNode
}

/** What the traveler can do instead. */
export function NextSteps({ steps, children }: NextStepsProps) {
  return (
    <ul className="state-steps">
      {steps.map(
        (step) =>
          step && (
            <li key={step.text}>
              <span>{step.text}</span>
              <span className="state-dates flow">
                {step.links.map(({ text, href }) => (
                  <ButtonLink key={href} size="sm" href={href}>
                    {text}
                  </ButtonLink>
                ))}
              </span>
            </li>
          ),
      )}
      {children}
    </ul>
  )
}
