import type { Trouble } from '#lib/travel/results/search-view.ts'

/** Why a source did not answer. */
export function troubleFact(trouble: Trouble): string {
  switch (trouble.kind) {
    case 'throttled':
      return `${trouble.who ?? 'travel.aw'} limits how often we may ask.`
    case 'timeout':
      return `${trouble.who} did not answer within ${Math.round(trouble.limitMs / 1000)} s.`
    case 'down':
      return `${trouble.who} cannot be reached now.`
    case 'off':
      return `${trouble.who} is switched off for now.`
    case 'refused-search':
      return `${trouble.who} does not accept this search.`
    case 'unavailable':
      return `${trouble.who} did not answer: ${trouble.error.message}`
  }
}

/** The message for a source that failed while others answered. */
export function troubleSentence(trouble: Trouble): string {
  const fact = troubleFact(trouble)
  return trouble.kind === 'unavailable' ? fact : `${fact} A lower price may exist there.`
}
