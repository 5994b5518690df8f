'use client'

import './confirm.css'
import { useCallback, useEffect, useRef, useState } from 'react'
import { type Decision, decide } from '#lib/agents/client/decide.ts'
import type { ConfirmationView } from '#lib/agents/model/confirmation-view.ts'
import { useIsHydrated } from '#lib/platform/client/use-is-hydrated.ts'
import { Button } from '../../ui/button.tsx'
import { Icon, type IconName } from '../../ui/icon.tsx'
import { moreIcons } from '../../ui/more-icons.ts'
import { useLocale, useTexts } from '../../ui/texts.tsx'
import { AskProblem, DecidedCard, skillLanguage } from './decided-card.tsx'
import { askProblem, outcomeOf } from './outcome.ts'
import { QuotedText } from './quoted-text.tsx'
import { SkillName } from './skill-name.tsx'
import { TimeLeft } from './time-left.tsx'

interface ConfirmationCardProps {
  view: ConfirmationView
  /** The server's time when it rendered the page. */
  nowMs: number
}

/** One question of a skill: what happens, what it may reach, the time left, and the two answers. */
export function ConfirmationCard({ view, nowMs }: ConfirmationCardProps) {
  const { id, question, skill, version, state, asked_at, expires_at, facts, reaches, cannot } = view
  const [t, refusals] = [useTexts('confirm'), useTexts('refusals')]
  const knowsZone = useIsHydrated()
  const [decision, setDecision] = useState<Decision>()
  const [asking, setAsking] = useState<'confirm' | 'decline' | 'ask'>()
  const [problem, setProblem] = useState<string>()
  const [isOver, setIsOver] = useState(false)
  const result = useRef<HTMLHeadingElement>(null)
  const end = useCallback(() => setIsOver(true), [])
  const clock = { knowsZone, locale: useLocale() }
  // An answer that is being sent may still arrive in time, so the question does not look expired yet.
  const isAnswering = asking === 'confirm' || asking === 'decline'
  const outcome = outcomeOf(view, decision, { isOver: isOver && !isAnswering, ...clock }, t, refusals)

  // The pressed button is gone, so the focus moves to the result.
  useEffect(() => {
    if (decision !== undefined) result.current?.focus()
  }, [decision])

  const answer = async (chosen: 'confirm' | 'decline' | 'ask', texts: Readonly<Record<string, string>> = {}) => {
    setAsking(chosen)
    setProblem(undefined)
    const decided = await decide(id, chosen, fetch, { ...texts })
    const why = chosen === 'ask' ? askProblem(decided, skill, t, refusals) : undefined
    if (why === undefined) return setDecision(decided)
    setProblem(why)
    setAsking(undefined)
  }

  if (outcome !== undefined) {
    const again = outcome.mayAskAgain ? () => void answer('ask') : undefined
    return (
      <DecidedCard
        outcome={outcome}
        skill={skill}
        version={version}
        heading={result}
        isAsking={asking === 'ask'}
        onAskAgain={again}
        problem={problem}
      />
    )
  }

  return (
    <article className="confirm-card box is-waiting" aria-labelledby={`${id}-question`} data-state={state}>
      <header>
        <p className="confirm-state">
          <Icon name={moreIcons.message} small />
          {t('waiting')}
        </p>
        <p className="quiet">{t('skillAsks')}</p>
        <h2 id={`${id}-question`} lang={skillLanguage}>
          {question}
        </h2>
        <SkillName skill={skill} version={version} />
      </header>
      <dl className="confirm-facts">
        {facts.map(({ name, isSkillsName, value, isQuote, field }) => (
          <div key={name}>
            <dt lang={isSkillsName && skillLanguage}>{name}</dt>
            {field === undefined ? (
              <dd className={isQuote ? 'confirm-quote' : undefined}>{value}</dd>
            ) : (
              <QuotedText
                name={name}
                value={value}
                disabled={asking !== undefined}
                onChange={(text) => void answer('ask', { [field]: text })}
              />
            )}
          </div>
        ))}
      </dl>
      {problem && <AskProblem>{problem}</AskProblem>}
      <div className="confirm-reach">
        <h3>{t('mayReach')}</h3>
        <Lines icon={moreIcons.globe} lines={reaches} />
        <h3>{t('cannotDo')}</h3>
        <Lines icon="x" lines={cannot} />
      </div>
      <footer>
        <TimeLeft askedAt={asked_at} expiresAt={expires_at} nowMs={nowMs} onEnd={end} />
        <div className="action-row">
          <Button variant="accent" disabled={asking !== undefined} onClick={() => void answer('confirm')}>
            {t(asking === 'confirm' ? 'confirming' : 'confirm')}
          </Button>
          <Button disabled={asking !== undefined} onClick={() => void answer('decline')}>
            {t(asking === 'decline' ? 'cancelling' : 'cancel')}
          </Button>
        </div>
      </footer>
    </article>
  )
}

const Lines = ({ icon, lines }: { icon: IconName; lines: readonly string[] }) => (
  <ul>
    {lines.map((line) => (
      <li key={line}>
        <Icon name={icon} small />
        {line}
      </li>
    ))}
  </ul>
)
