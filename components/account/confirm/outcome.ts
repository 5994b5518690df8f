import type { Decision } from '#lib/agents/client/decide.ts'
import type { ConfirmationView } from '#lib/agents/model/confirmation-view.ts'
import { refusalText } from '#lib/platform/model/refusal-text.ts'
import type { Texts } from '#lib/platform/model/texts.ts'
import { writeClock } from '#lib/travel/model/format.ts'
import type { IconName } from '../../ui/icon.tsx'
import { moreIcons } from '../../ui/more-icons.ts'

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

/** The looks of an outcome, by the key of its word. */
const looks = {
  confirmed: { tone: 'ok', icon: 'check' },
  cancelled: { tone: 'gone', icon: 'x' },
  changed: { tone: 'warn', icon: 'warn' },
  expired: { tone: 'gone', icon: 'clock' },
  asked: { tone: 'gone', icon: moreIcons.message },
  failed: { tone: 'stop', icon: 'x' },
  notKnown: { tone: 'warn', icon: 'warn' },
} as const

type More = Pick<Outcome, 'quote' | 'next' | 'mayAskAgain'>

const made = (t: T, word: keyof typeof looks, title: string, text: string, more: More = {}): Outcome => ({
  ...looks[word],
  word: t(word),
  title,
  text,
  ...more,
})

const declined = (t: T) => made(t, 'cancelled', t('cancelledTitle'), t('cancelledText'), { mayAskAgain: true })

/** The outcome of a question. Undefined while it waits for an answer. */
export function outcomeOf(
  { skill, state, expires_at, answered_at }: ConfirmationView,
  decision: Decision | undefined,
  { isOver, knowsZone, locale }: { readonly isOver: boolean; readonly knowsZone: boolean; readonly locale: string },
  t: T,
  refusals: Refusals,
): Outcome | undefined {
  if (decision !== undefined) return afterDecision(decision, skill, t, refusals)
  const timeOf = (at: string) => ({ time: clockTime(at, knowsZone, locale) })
  switch (state) {
    case 'waiting':
    case 'expired':
      if (state === 'waiting' && !isOver) return undefined
      return made(t, 'expired', t('expiredAt', timeOf(expires_at)), t('expiredText'), { mayAskAgain: true })
    case 'declined':
      return declined(t)
    case 'changed':
      return made(t, 'changed', t('changedTitle'), t('changedText'), { mayAskAgain: true })
    case 'given':
      return made(t, 'confirmed', t('confirmedAt', timeOf(answered_at ?? expires_at)), t('confirmedText'))
  }
}

function afterDecision(decision: Decision, skill: string, t: T, refusals: Refusals): Outcome {
  switch (decision.state) {
    case 'done': {
      const { message: quote } = decision
      return quote === undefined
        ? made(t, 'confirmed', t('done'), t('itIsDone'))
        : made(t, 'confirmed', t('done'), t('skillSays'), { quote })
    }
    case 'declined':
      return declined(t)
    case 'changed':
      return made(t, 'changed', t('changedTitle'), t('changedMeanwhile'), { next: `/confirm/${decision.next_id}` })
    case 'asked':
      return made(t, 'asked', t('askedTitle'), t('askedText'), { next: `/confirm/${decision.next_id}` })
    case 'failed':
      return made(t, 'failed', t('failedTitle'), refusalText(decision.error, refusals, { skill }))
    case 'refused':
      return made(t, 'notKnown', t('notKnownTitle'), refusalText(decision.error, refusals, { skill }))
    case 'lost':
      return made(t, 'notKnown', t('notKnownTitle'), t('lost'))
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

/**
 * "14:38" or "2:38 PM" in the reader's time zone. While the zone is unknown, as in the server's HTML, the time is in
 * UTC and labelled UTC.
 */
export const clockTime = (iso: string, knowsZone: boolean, locale: string): string =>
  knowsZone ? writeClock(new Date(iso), locale) : `${writeClock(new Date(iso), locale, 'UTC')} UTC`
