import type { z } from 'zod'
import type { Texts } from '#lib/platform/model/texts.ts'
import type { AlertRule } from '#lib/travel/model/saved-search.ts'

/** Why the amount or the percentage of a rule is refused. */
export function ruleError(type: AlertRule['type'], issue: z.core.$ZodIssue | undefined, t: Texts<'trips'>): string {
  if (issue?.code === 'too_small') {
    const limit = Number(issue.minimum)
    return issue.inclusive === false ? t('mustBeAbove', { limit }) : t('mustBeAtLeast', { limit })
  }
  if (issue?.code === 'too_big') return t('mustBeAtMost', { limit: Number(issue.maximum) })
  return t(type === 'below' ? 'mustBeAmount' : 'mustBePercent')
}
