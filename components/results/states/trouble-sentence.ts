import type { Trouble } from '#lib/travel/results/search-view.ts'

/** The message for a source that failed while others answered. */
export function troubleSentence(trouble: Trouble): string {
  switch (trouble.kind) {
    case 'throttled':
      return `${trouble.who ?? 'travel.aw'} limits how often we may ask. A lower price may exist there.`
    case 'timeout':
      return `${trouble.who} did not answer within ${Math.round(trouble.limitMs / 1000)} s. A lower price may exist there.`
    case 'down':
      return `${trouble.who} cannot be reached now. A lower price may exist there.`
    case 'off':
      return `${trouble.who} is switched off for now. A lower price may exist there.`
    case 'refused-search':
      return `${trouble.who} does not accept this search. A lower price may exist there.`
    case 'unavailable':
      return `${trouble.who} did not answer: ${trouble.error.message}`
  }
}
