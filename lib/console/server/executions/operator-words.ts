/**
 * The text of an error for an operator: without the sentences that tell an agent which request to send about its
 * profile. An operator uses the page of the profile.
 */
export function operatorWords(text: string): string {
  const kept = text.split(/(?<=[.!?])\s+/).filter((sentence) => !sentence.includes('/profiles/{id}'))
  return kept.length === 0 ? text : kept.join(' ')
}
