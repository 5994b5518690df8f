'use client'

import './confirm.css'
import { type ReactNode, useCallback, useEffect, useId, useRef, useState } from 'react'
import { type Decision, decide } from '#lib/agents/client/decide.ts'
import type { ConfirmationView } from '#lib/agents/model/confirmation-view.ts'
import { useCountdown } from '#lib/platform/client/use-countdown.ts'
import { useIsHydrated } from '#lib/platform/client/use-is-hydrated.ts'
import { Button } from '../../ui/button.tsx'
import { Icon, type IconName } from '../../ui/icon.tsx'
import { moreIcons } from '../../ui/more-icons.ts'
import { useLocale, useRichTexts, useTexts } from '../../ui/texts.tsx'
import { AskProblem, DecidedCard, skillLanguage } from './decided-card.tsx'
import { askProblem, clockTime, outcomeOf } from './outcome.ts'
import { SkillName } from './skill-name.tsx'

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

interface TimeLeftProps {
  askedAt: string
  expiresAt: string
  /** The server's time when it rendered the page. */
  nowMs: number
  onEnd: () => void
}

/** How long the person can still decide, in words and as a bar. Screen readers announce only that the time is over. */
function TimeLeft(props: TimeLeftProps) {
  const [t, locale] = [useTexts('confirm'), useLocale()]
  if (useIsHydrated()) return <Countdown {...props} />
  return (
    <div className="confirm-left">
      <p>{t('openUntil', { time: clockTime(props.expiresAt, false, locale) })}</p>
    </div>
  )
}

/**
 * The server's time at the start of this document: the latest that the pages shown so far allow, because Back shows a
 * page again long after the server rendered it. The clock of the device may be wrong, so it does not count.
 */
let startMs = 0

function Countdown({ askedAt, expiresAt, nowMs, onEnd }: TimeLeftProps) {
  const t = useRichTexts('confirm')
  const time = clockTime(expiresAt, true, useLocale())
  const endMs = Date.parse(expiresAt)
  const [fromS] = useState(() => {
    startMs = Math.max(startMs, nowMs - performance.now())
    return Math.max(0, Math.ceil((endMs - startMs - performance.now()) / 1000))
  })
  const leftS = useCountdown(fromS)
  useEffect(() => {
    if (leftS === 0) onEnd()
  }, [leftS, onEnd])
  const wholeS = Math.max(1, (endMs - Date.parse(askedAt)) / 1000)
  return (
    <div className="confirm-left">
      <div className="confirm-left-bar" aria-hidden="true">
        <i style={{ width: `${Math.min(100, (leftS / wholeS) * 100)}%` }} />
      </div>
      <p>
        <Icon name="clock" small />
        <span>
          {leftS < 60
            ? t('secondsLeft', { count: leftS, time, b: bold })
            : t('minutesLeft', { count: Math.floor(leftS / 60), time, b: bold })}
        </span>
      </p>
    </div>
  )
}

const bold = (text: ReactNode) => <b>{text}</b>

interface QuotedTextProps {
  /** The label of the text, such as "Message". */
  name: string
  value: string
  disabled: boolean
  onChange: (text: string) => void
}

/** A text that the person may edit. An edited text needs a new question. */
function QuotedText({ name, value, disabled, onChange }: QuotedTextProps) {
  const t = useTexts('confirm')
  const [isOpen, setIsOpen] = useState(false)
  const [text, setText] = useState(value)
  const field = useRef<HTMLTextAreaElement>(null)
  const opener = useRef<HTMLButtonElement>(null)
  const wasOpen = useRef(false)
  const id = useId()
  useEffect(() => {
    if (isOpen) field.current?.focus()
    else if (wasOpen.current) opener.current?.focus()
    wasOpen.current = isOpen
  }, [isOpen])
  if (!isOpen) {
    return (
      <dd>
        <span className="confirm-quote">{value}</span>
        <Button
          ref={opener}
          size="sm"
          variant="quiet"
          aria-label={t('changeTextOf', { name })}
          disabled={disabled}
          onClick={() => setIsOpen(true)}
        >
          {t('changeText')}
        </Button>
      </dd>
    )
  }
  const isSame = text.trim() === '' || text === value
  return (
    <dd>
      <label className="sr-only" htmlFor={id}>
        {name}
      </label>
      <textarea
        ref={field}
        id={id}
        className="field-input confirm-text-field"
        rows={4}
        maxLength={4000}
        value={text}
        onChange={(event) => setText(event.target.value)}
        onKeyDown={(event) => {
          if (event.key === 'Escape') setIsOpen(false)
        }}
      />
      <div className="action-row">
        <Button size="sm" disabled={disabled || isSame} onClick={() => onChange(text)}>
          {t('askWithText')}
        </Button>
        <Button size="sm" variant="quiet" onClick={() => setIsOpen(false)}>
          {t('keepText')}
        </Button>
      </div>
    </dd>
  )
}
