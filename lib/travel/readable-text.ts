import { isAbbreviation, isInCapitals } from './in-capitals.ts'

/** Abbreviations in descriptions that `isAbbreviation` does not recognize. */
const abbreviations = new Set('a/c atm eu eur id led ota usb usd vat vip'.split(' '))

/**
 * Rewrites a description in capitals as sentences: "BEST RATE, SEA VIEW, TV" becomes "Best rate, sea view, TV". Does
 * not change texts with a lower-case letter or with at most three letters.
 */
export function readableText(text: string): string {
  return isInCapitals(text) ? inSentences(text) : text
}

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
