import { isLanguage, type Language } from '#lib/platform/model/languages.ts'
import { createTexts, type Texts } from '#lib/platform/model/texts.ts'
import { formatLocale } from '#lib/platform/server/i18n/format-locale.ts'
import { compiledTexts } from '#lib/platform/server/i18n/messages-of.ts'

/** The language of a mail, the locale of its dates and prices, and the translated messages. */
export type MailWords = {
  readonly language: Language
  readonly locale: string
  readonly mails: Texts<'mails'>
  readonly flights: Texts<'flights'>
  /** "Hotels in Oranjestad". */
  stay(place: string | undefined): string
}

/** @param stored the person's language; English replaces a language that the app does not support */
export function mailWords(stored: string): MailWords {
  const language = isLanguage(stored) ? stored : 'en'
  const locale = formatLocale(null, language)
  const texts = compiledTexts(language, ['mails', 'flights'])
  const mails = createTexts<'mails'>(texts.mails, locale)
  return {
    language,
    locale,
    mails,
    flights: createTexts<'flights'>(texts.flights, locale),
    stay: (place) => (place === undefined ? mails('hotelsInArea') : mails('hotelsIn', { place })),
  }
}
