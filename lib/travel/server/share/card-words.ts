import { createTexts, type Texts } from '#lib/platform/model/texts.ts'
import { compiledTexts } from '#lib/platform/server/i18n/messages-of.ts'
import { formatDays } from '#lib/travel/model/format.ts'
import type { CardLanguage } from './card-language.ts'

/** The messages of a card, and its dates with their years. */
type CardWords = {
  readonly share: Texts<'share'>
  readonly flights: Texts<'flights'>
  readonly days: (from: string, to: string) => string
}

export function cardWords(language: CardLanguage): CardWords {
  const locale = language === 'en' ? 'en-GB' : language
  const texts = compiledTexts(language, ['share', 'flights'])
  return {
    share: createTexts<'share'>(texts.share, locale),
    flights: createTexts<'flights'>(texts.flights, locale),
    days: (from, to) => cardText(formatDays(from, to, locale), from),
  }
}

/** The characters of the card's fonts. For others, the renderer would request a font from another site. */
const drawable = /[\u0020-\u007e\u00a0-\u00ff\u2013\u2019]/u

const maxCharacters = 60

/**
 * A text that the card's fonts can draw. Characters outside the fonts lose their accents, or are dropped if that is not
 * enough ("Łódź" becomes "ódz"). Cut at 60 characters. `other` if nothing is left.
 */
export function cardText(text: string, other: string): string {
  const drawn = [...text.normalize('NFC')].flatMap((character) =>
    drawable.test(character) ? character : [...character.normalize('NFD')].filter((part) => drawable.test(part)),
  )
  const kept = drawn.join('').trim()
  if (kept === '') return other
  return kept.length <= maxCharacters ? kept : `${kept.slice(0, maxCharacters - 3).trimEnd()}...`
}
