/** Words that stay small, and three-letter ones that are words and no abbreviations. */
const words = new Set(['air', 'sky', 'jet', 'fly', 'sun', 'red', 'and', 'the', 'max', 'neo', 'new'])

/**
 * A name that a provider writes in capitals, as people write it: "JAPAN AIRLINES" is "Japan Airlines", "KLM" and
 * "A320" stay. A name with a small letter is left alone.
 */
export function readableName(name: string): string {
  if (name !== name.toUpperCase()) return name
  return name.replace(/[\p{L}\d]+/gu, (word) => {
    const isAbbreviation = /\d/.test(word) || (word.length <= 3 && !words.has(word.toLowerCase()))
    return isAbbreviation ? word : word.charAt(0) + word.slice(1).toLowerCase()
  })
}
