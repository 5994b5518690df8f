/** The characters of the card's fonts. For others, the renderer would request a font from another site. */
const drawable = /[\u0020-\u007e\u00a0-\u00ff\u2013\u2019]/u

const mostCharacters = 60

/**
 * A text that the fonts of the card can draw: accents that they lack are left out ("Łódź" is "ódz"), and so are
 * characters that remain. Cut at 60 characters. `other` if nothing is left.
 */
export function cardText(text: string, other: string): string {
  const drawn = [...text.normalize('NFC')].flatMap((character) =>
    drawable.test(character) ? character : [...character.normalize('NFD')].filter((part) => drawable.test(part)),
  )
  const kept = drawn.join('').trim()
  if (kept === '') return other
  return kept.length <= mostCharacters ? kept : `${kept.slice(0, mostCharacters - 3).trimEnd()}...`
}
