import { isNotDone, refusalText } from '#lib/platform/model/refusal-text.ts'
import type { Texts } from '#lib/platform/model/texts.ts'
import type { SearchKind } from '#lib/travel/model/results/found.ts'
import type { Trouble } from '#lib/travel/model/results/search-view.ts'

/** Why a source did not answer. */
export function troubleFact(
  trouble: Trouble,
  kind: SearchKind,
  t: Texts<'results'>,
  refusals: Texts<'refusals'>,
): string {
  switch (trouble.kind) {
    case 'throttled':
      return t('factThrottled', { who: trouble.who ?? 'travel.aw' })
    case 'timeout':
      return t('factTimeout', { who: trouble.who, seconds: Math.round(trouble.limitMs / 1000) })
    case 'down':
      return t('factDown', { who: trouble.who })
    case 'off':
      return t('factOff', { who: trouble.who })
    case 'refused-search':
      return t('factRefused', { who: trouble.who })
    case 'unavailable':
      if (isNotDone(trouble.error)) return t('notLoaded', { kind })
      return t('factUnavailable', { who: trouble.who, reason: refusalText(trouble.error, refusals, trouble) })
  }
}

/** The message for a source that failed while others answered. */
export function troubleSentence(
  trouble: Trouble,
  kind: SearchKind,
  t: Texts<'results'>,
  refusals: Texts<'refusals'>,
): string {
  const fact = troubleFact(trouble, kind, t, refusals)
  return trouble.kind === 'unavailable' ? fact : t('lowerPriceThere', { fact })
}
