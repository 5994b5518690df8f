/** A path without the ids that are secrets: an agent's profile and the executions of its scripts. */
export const withoutTokens = (path: string): string => path.replaceAll(/(ark|exec)_[0-9A-Za-z]+/gi, '$1_…')
