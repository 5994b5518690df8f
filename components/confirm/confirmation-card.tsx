'use client'

import './confirm.css'
import { useCallback, useEffect, useRef, useState } from 'react'
import { type Decision, decide } from '#lib/client/decide.ts'
import { useIsHydrated } from '#lib/client/use-is-hydrated.ts'
import type { ConfirmationView } from '#lib/shared/confirmation-view.ts'
import { Button } from '../ui/button.tsx'
import { Icon } from '../ui/icon.tsx'
import { DecidedCard } from './decided-card.tsx'
import { outcomeOf } from './outcome.ts'
import { SkillName } from './skill-name.tsx'
import { TimeLeft } from './time-left.tsx'

/** One question of a skill: what happens, what it may reach, the time left, and the two answers. */
export function ConfirmationCard({ view }: { view: ConfirmationView }) {
  const { id, question, skill, version, state, asked_at, expires_at, facts, reaches, cannot } = view
  const [decision, setDecision] = useState<Decision>()
  const [asking, setAsking] = useState<'confirm' | 'decline'>()
  const [isOver, setIsOver] = useState(false)
  const result = useRef<HTMLHeadingElement>(null)
  const end = useCallback(() => setIsOver(true), [])
  const outcome = outcomeOf(view, decision, { isOver: isOver && asking === undefined, knowsZone: useIsHydrated() })

  // The buttons are gone, and with them the focus.
  useEffect(() => {
    if (decision !== undefined) result.current?.focus()
  }, [decision])

  if (outcome !== undefined) {
    return <DecidedCard outcome={outcome} skill={skill} version={version} heading={result} />
  }

  const answer = async (chosen: 'confirm' | 'decline') => {
    setAsking(chosen)
    setDecision(await decide(id, chosen, fetch))
  }
  return (
    <article className="confirm-card is-waiting" aria-labelledby={`${id}-question`} data-state={state}>
      <header>
        <p className="confirm-state">
          <Icon name="message" small />
          Waiting for you
        </p>
        <h2 id={`${id}-question`}>{question}</h2>
        <SkillName skill={skill} version={version} />
      </header>
      <dl className="confirm-facts">
        {facts.map(({ name, value, isQuote }) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd className={isQuote ? 'confirm-quote' : undefined}>{value}</dd>
          </div>
        ))}
      </dl>
      <div className="confirm-reach">
        <h3>What the skill may reach</h3>
        <ul>
          {reaches.map((line) => (
            <li key={line}>
              <Icon name="globe" small />
              {line}
            </li>
          ))}
        </ul>
        <h3>What it cannot do</h3>
        <ul>
          {cannot.map((line) => (
            <li key={line}>
              <Icon name="x" small />
              {line}
            </li>
          ))}
        </ul>
      </div>
      <footer>
        <TimeLeft askedAt={asked_at} expiresAt={expires_at} onEnd={end} />
        <div className="action-row">
          <Button variant="accent" disabled={asking !== undefined} onClick={() => void answer('confirm')}>
            {asking === 'confirm' ? 'Confirming …' : 'Confirm'}
          </Button>
          <Button disabled={asking !== undefined} onClick={() => void answer('decline')}>
            {asking === 'decline' ? 'Cancelling …' : 'Cancel'}
          </Button>
        </div>
      </footer>
    </article>
  )
}
