import type { Decision } from '#lib/client/decide.ts'
import type { ConfirmationView } from '#lib/shared/confirmation-view.ts'
import type { IconName } from '../ui/icon.tsx'
import { clockTime } from './clock-time.ts'

/** How a question ended. The title says first whether anything was done. */
export type Outcome = {
  readonly tone: 'ok' | 'warn' | 'stop' | 'gone'
  readonly icon: IconName
  readonly word: string
  readonly title: string
  readonly text: string
  /** Another question to decide instead. */
  readonly next?: string
}

const declined: Outcome = {
  tone: 'gone',
  icon: 'x',
  word: 'Cancelled',
  title: 'You cancelled it. Nothing was done.',
  text: 'The skill did not run, and it cannot use this question again.',
}
const changed: Outcome = {
  tone: 'warn',
  icon: 'warn',
  word: 'Changed',
  title: 'The skill changed after it asked. Nothing was done.',
  text: 'Your answer would be for another version, or the skill may no longer run. Ask again where you started.',
}

/** Undefined: it still waits for an answer. */
export function outcomeOf(
  { state, expires_at, answered_at }: ConfirmationView,
  decision: Decision | undefined,
  { isOver, knowsZone }: { readonly isOver: boolean; readonly knowsZone: boolean },
): Outcome | undefined {
  if (decision !== undefined) return afterDecision(decision)
  const expired = () => expiredAt(clockTime(expires_at, knowsZone))
  switch (state) {
    case 'waiting':
      return isOver ? expired() : undefined
    case 'expired':
      return expired()
    case 'declined':
      return declined
    case 'changed':
      return changed
    case 'given':
      return {
        tone: 'ok',
        icon: 'check',
        word: 'Confirmed',
        title: `Confirmed at ${clockTime(answered_at ?? expires_at, knowsZone)}`,
        text: 'It ran once, and cannot run again with this answer.',
      }
  }
}

const expiredAt = (time: string): Outcome => ({
  tone: 'gone',
  icon: 'clock',
  word: 'Expired',
  title: `Time ran out at ${time}. Nothing was done.`,
  text: 'The question was open for 10 minutes and got no answer. Ask again where you started.',
})

function afterDecision(decision: Decision): Outcome {
  switch (decision.state) {
    case 'done':
      return { tone: 'ok', icon: 'check', word: 'Confirmed', title: 'Done', text: decision.message }
    case 'declined':
      return declined
    case 'changed':
      return {
        ...changed,
        text: 'Your answer was for another version of the skill. It asks again.',
        next: `/confirm/${decision.next_id}`,
      }
    case 'failed':
      return { tone: 'stop', icon: 'x', word: 'Failed', title: 'You confirmed, but it failed.', text: decision.message }
    case 'refused':
      return { tone: 'warn', icon: 'warn', word: 'Not known', title: 'There is no result.', text: decision.message }
  }
}
