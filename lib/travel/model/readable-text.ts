import { isAbbreviation, isInCapitals } from './in-capitals.ts'

/** Abbreviations in descriptions that `isAbbreviation` does not recognize. */
const abbreviations = new Set('a/c atm eu eur id led ota usb usd vat vip'.split(' '))

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
    if (isStart || abbreviations.has(small) || isAbbreviation(small)) return part
    return isFirst ? part.charAt(0) + small.slice(1) : small
  })
}
