const LETTERS: Readonly<Record<string, string>> = {
  ß: 'ss',
  ø: 'o',
  œ: 'oe',
  æ: 'ae',
  ł: 'l',
  đ: 'd',
  ð: 'd',
  þ: 'th',
  ı: 'i',
  ə: 'a',
}

/** Words with a short form. Names and queries both use the long form. */
const LONG_FORMS: Readonly<Record<string, string>> = {
  st: 'saint',
  ste: 'sainte',
  mt: 'mount',
  ft: 'fort',
  intl: 'international',
  apt: 'airport',
}

/** Lower case, without accents and punctuation: the form for comparing names and queries. */
export function fold(text: string): string {
  return text
    .toLowerCase()
    .normalize('NFD')
    .replace(/\p{M}+/gu, '')
    .replace(/[ßøœæłđðþıə]/g, (letter) => LETTERS[letter] ?? letter)
    .replace(/['’`´ʻ]/g, '')
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()
}

/** The folded words of a name. */
export function words(text: string): string[] {
  const folded = fold(text)
  return folded === '' ? [] : folded.split(' ')
}

/** The long form of a folded word; the word itself without one. */
export function longForm(word: string): string {
  return Object.hasOwn(LONG_FORMS, word) ? (LONG_FORMS[word] ?? word) : word
}
