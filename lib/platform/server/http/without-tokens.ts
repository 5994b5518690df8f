/** A path without the ids that are secrets: an agent's key or profile, and the executions of its scripts. */
export const withoutTokens = (path: string): string => path.replaceAll(/(ark|agk|exec)_[0-9A-Za-z]+/gi, '$1_…')
