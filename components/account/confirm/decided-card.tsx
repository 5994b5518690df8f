import type { Ref } from 'react'
import { useEffect, useRef } from 'react'
import type { ConfirmationView } from '#lib/agents/model/confirmation-view.ts'
import { Button, ButtonLink } from '../../ui/button.tsx'
import { Icon } from '../../ui/icon.tsx'
import { Notice } from '../../ui/notice.tsx'
import { useTexts } from '../../ui/texts.tsx'
import type { Outcome } from './outcome.ts'
import { SkillName } from './skill-name.tsx'

interface DecidedCardProps extends Pick<ConfirmationView, 'skill' | 'version'> {
  outcome: Outcome
  heading: Ref<HTMLHeadingElement>
  /** Whether the question is being asked again. */
  isAsking: boolean
  /** Asks the question again. Absent if it cannot be asked again. */
  onAskAgain?: (() => void) | undefined
  /** Why there is no new question, if it was asked for. */
  problem: string | undefined
}

/** The language in which skills write. */
export const skillLanguage = 'en'

/** A question that is answered or has expired. */
export function DecidedCard({ outcome, skill, version, heading, isAsking, onAskAgain, problem }: DecidedCardProps) {
  const t = useTexts('confirm')
  const { tone, icon, word, title, text, quote, next } = outcome
  return (
    <article className={`confirm-card box tone-${tone}`}>
      <header>
        <p className="confirm-state">
          <Icon name={icon} small />
          {word}
        </p>
        <h2 ref={heading} tabIndex={-1}>
          {title}
        </h2>
        <SkillName skill={skill} version={version} />
      </header>
      <p className="confirm-text" role="status">
        {text}
        {quote && (
          <>
            {' '}
            <q lang={skillLanguage}>{quote}</q>
          </>
        )}
      </p>
      {problem && <AskProblem>{problem}</AskProblem>}
      {onAskAgain && (
        <footer>
          <Button disabled={isAsking} onClick={onAskAgain}>
            {t('askAgain')}
          </Button>
        </footer>
      )}
      {next && (
        <footer>
          <ButtonLink href={next}>{t('seeNew')}</ButtonLink>
        </footer>
      )}
    </article>
  )
}

/** Why there is no new question. Takes the focus, which the pressed button lost while it was disabled. */
export function AskProblem({ children }: { children: string }) {
  const alert = useRef<HTMLDivElement>(null)
  useEffect(() => alert.current?.focus(), [])
  return (
    <div ref={alert} className="confirm-problem" role="alert" tabIndex={-1}>
      <Notice tone="stop">{children}</Notice>
    </div>
  )
}
