import type { Texts } from '../../model/texts.ts'
import { waitOf } from '../../model/wait.ts'

const keyOf = { Seconds: 'tooManySeconds', Minutes: 'tooManyMinutes', Hours: 'tooManyHours' } as const

/** The text that states when a refused request can be repeated. */
export function tooManyText(retryAfterMs: number, errors: Texts<'errors'>): string {
  const { count, unit } = waitOf(retryAfterMs)
  return errors(keyOf[unit], { count })
}
