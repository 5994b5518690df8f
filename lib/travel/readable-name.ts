/** Words of up to three letters, which would pass for abbreviations. */
const words = new Set('aer air all and eco fly jet lao new one red sky sun the'.split(' '))

/**
 * A name that a provider writes in capitals, as people write it: "JAPAN AIRLINES" is "Japan Airlines", "KLM" and
 * "A320" stay. A name with a small letter is left alone.
 */
export function readableName(name: string): string {
  if (name !== name.toUpperCase()) return name
  return name.replace(/[\p{L}\d]+/gu, (word) => {
    if (/^A\d+NEO$/.test(word)) return word.replace('NEO', 'neo')
    const isAbbreviation = /\d/.test(word) || (word.length <= 3 && !words.has(word.toLowerCase()))
    return isAbbreviation ? word : word.charAt(0) + word.slice(1).toLowerCase()
  })
}
