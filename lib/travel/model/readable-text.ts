/** Abbreviations in descriptions that `isAbbreviation` does not recognize. */
const inDescriptions = new Set('a/c atm eu eur id led ota usb usd vat vip'.split(' '))

/**
 * Rewrites a description in capitals as sentences: "BEST RATE, SEA VIEW, TV" becomes "Best rate, sea view, TV". Also
 * rewrites a title in capitals before other text. Does not change other texts with a lower-case letter, or texts with at
 * most three letters.
 */
export const readableText = (text: string): string => readableParts(text).join(' ')

/** A description as its title in capitals, if it starts with one, and the other text. Each is rewritten as sentences. */
export function readableParts(text: string): string[] {
  const title = /^\P{Ll}+(?= \p{Lu}\p{Ll})/u.exec(text)?.[0] ?? ''
  const parts = isInCapitals(title) ? [title, text.slice(title.length + 1)] : [text]
  return parts.map((part) => (isInCapitals(part) ? inSentences(part) : part))
}

/** The phrases of a description: "SEA VIEW, TV Standard room" as "Sea view", "TV" and "Standard room". */
export const phrasesOf = (text: string): string[] =>
  readableParts(text).flatMap((part) => part.split(', ').map(capitalized))

export const capitalized = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1)

/** `SWIMMING_POOL` as "Swimming pool", `SPA` as "Spa", `TV` as "TV"; a text with a lower-case letter stays. */
export function readableCode(code: string): string {
  const text = code.replaceAll('_', ' ')
  return text === text.toUpperCase() ? inSentences(text) : text
}

function inSentences(text: string): string {
  let isStart = true
  return text.replace(/A\/C(?![\p{L}\d])|[\p{L}\d]+(?:['’]\p{L}+)*|[.!?](?=\s)/gu, (part) => {
    const small = part.toLowerCase()
    const isFirst = isStart
    isStart = /[.!?]/.test(part)
    if (isStart || inDescriptions.has(small) || isAbbreviation(small)) return part
    return isFirst ? part.charAt(0) + small.slice(1) : small
  })
}

/** Shorter texts are abbreviations: "KLM", "USB". */
const MAX_LETTERS_OF_ABBREVIATION = 3

/** Whether a text is all in capitals and too long for an abbreviation, so that it should be shown in lower case. */
export function isInCapitals(text: string): boolean {
  return text === text.toUpperCase() && (text.match(/\p{L}/gu)?.length ?? 0) > MAX_LETTERS_OF_ABBREVIATION
}

/** Abbreviations that contain a vowel, so that they could be words. */
const abbreviations = new Set('ac itc lax uae uk usa ymca ii iii iv vi vii viii ix xi xii'.split(' '))
/** Abbreviations that are not written in capitals. */
const titles = new Set('dr ft mt sr st ste'.split(' '))

/** Whether a word, given in lower case, is an abbreviation that is written in capitals. */
export function isAbbreviation(word: string): boolean {
  if (titles.has(word)) return false
  if (abbreviations.has(word) || /\d/.test(word)) return true
  return word.length <= 4 && /^[bcdfghjklmnpqrstvwxz]+$/.test(word)
}
