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
