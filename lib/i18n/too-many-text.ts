import { waitOf } from '../shared/wait.ts'
import type { Texts } from '../travel/texts.ts'

/** Says after how long a refused request can be repeated. */
export function tooManyText(retryAfterMs: number, errors: Texts<'errors'>): string {
  const { count, unit } = waitOf(retryAfterMs)
  return errors(unit === 's' ? 'tooManySeconds' : 'tooManyMinutes', { count })
}
