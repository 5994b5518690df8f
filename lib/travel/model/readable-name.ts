/** Words of up to three letters that would otherwise pass for abbreviations. */
const words = new Set('aer air all and eco fly jet lao new one red sky sun the'.split(' '))

/**
 * Rewrites a name in capitals the way people write it: "JAPAN AIRLINES" becomes "Japan Airlines", "KLM" and "A320"
 * stay. Leaves a name with a lower-case letter alone.
 */
export function readableName(name: string): string {
  if (name !== name.toUpperCase()) return name
  return name.replace(/[\p{L}\d]+/gu, (word) => {
    if (/^A\d+NEO$/.test(word)) return word.replace('NEO', 'neo')
    const isAbbreviation = /\d/.test(word) || (word.length <= 3 && !words.has(word.toLowerCase()))
    return isAbbreviation ? word : word.charAt(0) + word.slice(1).toLowerCase()
  })
}
