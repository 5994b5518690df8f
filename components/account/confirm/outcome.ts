import type { Decision } from '#lib/agents/client/decide.ts'
import type { ConfirmationView } from '#lib/agents/model/confirmation-view.ts'
import { refusalText } from '#lib/platform/model/refusal-text.ts'
import type { Texts } from '#lib/platform/model/texts.ts'
import type { IconName } from '../../ui/icon.tsx'
import { clockTime } from './clock-time.ts'

/** How a question ended. The title first states whether anything was done. */
export type Outcome = {
  readonly tone: 'ok' | 'warn' | 'stop' | 'gone'
  readonly icon: IconName
  readonly word: string
  readonly title: string
  readonly text: string
  /** Text that the skill wrote, which `text` introduces. */
  readonly quote?: string
  /** The id of the question that replaces this one. */
  readonly next?: string
  /** Whether the question can be asked again. */
  readonly mayAskAgain?: true
}

type T = Texts<'confirm'>
type Refusals = Texts<'refusals'>

const declined = (t: T): Outcome => ({
  tone: 'gone',
  icon: 'x',
  word: t('cancelled'),
  title: t('cancelledTitle'),
  text: t('cancelledText'),
  mayAskAgain: true,
})
const changed = (t: T): Outcome => ({
  tone: 'warn',
  icon: 'warn',
  word: t('changed'),
  title: t('changedTitle'),
  text: t('changedText'),
  mayAskAgain: true,
})

/** The outcome of a question. Undefined while it waits for an answer. */
export function outcomeOf(
  { skill, state, expires_at, answered_at }: ConfirmationView,
  decision: Decision | undefined,
  { isOver, knowsZone, locale }: { readonly isOver: boolean; readonly knowsZone: boolean; readonly locale: string },
  t: T,
  refusals: Refusals,
): Outcome | undefined {
  if (decision !== undefined) return afterDecision(decision, skill, t, refusals)
  const expired = () => expiredAt(clockTime(expires_at, knowsZone, locale), t)
  switch (state) {
    case 'waiting':
      return isOver ? expired() : undefined
    case 'expired':
      return expired()
    case 'declined':
      return declined(t)
    case 'changed':
      return changed(t)
    case 'given':
      return {
        tone: 'ok',
        icon: 'check',
        word: t('confirmed'),
        title: t('confirmedAt', { time: clockTime(answered_at ?? expires_at, knowsZone, locale) }),
        text: t('confirmedText'),
      }
  }
}

const expiredAt = (time: string, t: T): Outcome => ({
  tone: 'gone',
  icon: 'clock',
  word: t('expired'),
  title: t('expiredAt', { time }),
  text: t('expiredText'),
  mayAskAgain: true,
})

function afterDecision(decision: Decision, skill: string, t: T, refusals: Refusals): Outcome {
  switch (decision.state) {
    case 'done': {
      const told = { tone: 'ok', icon: 'check', word: t('confirmed'), title: t('done') } as const
      const { message } = decision
      return message === undefined
        ? { ...told, text: t('itIsDone') }
        : { ...told, text: t('skillSays'), quote: message }
    }
    case 'declined':
      return declined(t)
    case 'changed': {
      const { mayAskAgain: _, ...told } = changed(t)
      const text = t('changedMeanwhile')
      return { ...told, text, next: `/confirm/${decision.next_id}` }
    }
    case 'asked':
      return {
        tone: 'gone',
        icon: 'message',
        word: t('asked'),
        title: t('askedTitle'),
        text: t('askedText'),
        next: `/confirm/${decision.next_id}`,
      }
    case 'failed': {
      const text = refusalText(decision.error, refusals, { skill })
      return { tone: 'stop', icon: 'x', word: t('failed'), title: t('failedTitle'), text }
    }
    case 'refused': {
      const text = refusalText(decision.error, refusals, { skill })
      return { tone: 'warn', icon: 'warn', word: t('notKnown'), title: t('notKnownTitle'), text }
    }
    case 'lost':
      return { tone: 'warn', icon: 'warn', word: t('notKnown'), title: t('notKnownTitle'), text: t('lost') }
  }
}

/**
 * Why there is no new question after a request for one. Undefined if there is one. The request runs nothing, so the card
 * of the earlier question stays.
 */
export function askProblem(decision: Decision, skill: string, t: T, refusals: Refusals): string | undefined {
  if (decision.state === 'lost') return t('askLost')
  if (decision.state !== 'refused') return undefined
  return t('askRefused', { why: refusalText(decision.error, refusals, { skill }) })
}
