import { createTexts, type Texts } from '#lib/platform/model/texts.ts'
import { compiledTexts } from '#lib/platform/server/i18n/messages-of.ts'
import { formatDays } from '../../model/format-days.ts'
import type { CardLanguage } from './card-language.ts'
import { cardText } from './card-text.ts'

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
