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

/** Words that people shorten in names of towns. */
const SHORT_FORMS: Readonly<Record<string, string>> = {
  saint: 'st',
  sainte: 'ste',
  sankt: 'st',
  mount: 'mt',
  fort: 'ft',
}

const LONG_TOWN_FORMS: Readonly<Record<string, string>> = { st: 'saint', ste: 'sainte', mt: 'mount', ft: 'fort' }

/** Words with a short form. Names and queries both use the long form. */
const LONG_FORMS: Readonly<Record<string, string>> = {
  ...LONG_TOWN_FORMS,
  intl: 'international',
  apt: 'airport',
}

/**
 * Lower case, in usual width, without accents and punctuation: the form for comparing names and queries. Japanese
 * keyboards also write Latin letters and digits in full width.
 */
export function fold(text: string): string {
  return text
    .replace(/['＇’‘`´ʻʼʿʾʹ]/g, '')
    .normalize('NFKD')
    .toLowerCase()
    .replace(/\p{M}+/gu, '')
    .replace(/[ßøœæłđðþıə]/g, (letter) => LETTERS[letter] ?? letter)
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()
}

/** The folded words of a name. */
export function words(text: string): string[] {
  const folded = fold(text)
  return folded === '' ? [] : folded.split(' ')
}

/** The long form of a folded word; the word itself without one. */
export const longForm = (word: string): string => formIn(LONG_FORMS, word)

/** The folded name, and the same name with its words in long and in short form if that differs. */
export function nameForms(name: string): string[] {
  const folded = words(name)
  const [long, short] = [LONG_TOWN_FORMS, SHORT_FORMS].map((forms) => folded.map((word) => formIn(forms, word)))
  const forms = [folded, long, short].map((form = []) => form.join(' '))
  return [...new Set(forms)].filter((form) => form !== '')
}

const formIn = (forms: Readonly<Record<string, string>>, word: string): string =>
  Object.hasOwn(forms, word) ? (forms[word] ?? word) : word
