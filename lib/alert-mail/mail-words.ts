import { formatLocale } from '#lib/i18n/format-locale.ts'
import { compiledTexts } from '#lib/i18n/messages-of.ts'
import { isLanguage, type Language } from '#lib/shared/languages.ts'
import { createTexts, type Texts } from '#lib/travel/texts.ts'

/** What a mail is written with: its language, the locale of its dates and prices, and the messages. */
export type MailWords = {
  readonly language: Language
  readonly locale: string
  readonly mails: Texts<'mails'>
  readonly flights: Texts<'flights'>
}

/** @param stored the person's language; one without messages is English */
export function mailWords(stored: string): MailWords {
  const language = isLanguage(stored) ? stored : 'en'
  const locale = formatLocale(null, language)
  const texts = compiledTexts(language, ['mails', 'flights'])
  return {
    language,
    locale,
    mails: createTexts<'mails'>(texts.mails, locale),
    flights: createTexts<'flights'>(texts.flights, locale),
  }
}
