import { directionOf, isLanguage, type Language } from '#lib/platform/model/languages.ts'
import { createTexts, type Texts } from '#lib/platform/model/texts.ts'
import { formatLocale } from '#lib/platform/server/i18n/format-locale.ts'
import { compiledTexts } from '#lib/platform/server/i18n/messages-of.ts'
import { oneLine } from '#runner/contract/hidden-text.ts'
import { shortTitle } from '../search-words.ts'

/** The texts of a mail, and the header that names its language. */
type MailText = {
  readonly subject: string
  readonly text: string
  readonly html: string
  readonly headers: Readonly<Record<string, string>>
}

type Words = Pick<MailWords, 'language' | 'mails'>

type AlertFacts = {
  /** "Amsterdam to Aruba". */
  readonly title: string
  /** "13–21 Feb 2027". */
  readonly days: string
  /** The price, such as "$399". `first`: the search's first price, if it is higher. */
  readonly price: string
  readonly first: string | undefined
  /** The price is not from a real offer. */
  readonly isNotReal: boolean
  readonly searchUrl: string
  readonly tripsUrl: string
  readonly stopUrl: string
}

export function alertMail(facts: AlertFacts, { language, mails }: Words): MailText {
  const { title, days, price, first, isNotReal, searchUrl, tripsUrl, stopUrl } = facts
  const lines = [
    mails('fell', { title, days, price }),
    ...(first === undefined ? [] : [mails('was', { price: first })]),
    ...(isNotReal ? [mails('notReal')] : []),
    mails('changesQuickly'),
  ]
  const links = [
    [mails('openSearch'), searchUrl],
    [mails('changeAlerts'), tripsUrl],
    [mails('stopMails'), stopUrl],
  ] as const
  return {
    subject: oneLine(mails('alertSubject', { title: shortTitle(title), price })).slice(0, longestSubject),
    ...bodyOf(lines, links, language),
  }
}

export function confirmationMail(url: string, { language, mails }: Words): MailText {
  const lines = [mails('confirmAsked'), mails('confirmWithin')]
  return { subject: mails('confirmSubject'), ...bodyOf(lines, [[mails('confirmLink'), url]], language) }
}

/** Without images or other remote content, so that opening the mail contacts no server. */
function bodyOf(
  lines: readonly string[],
  links: readonly (readonly [string, string])[],
  language: MailWords['language'],
) {
  const text = [...lines, ...links.map(([name, url]) => `${name}\n${url}`)].join('\n\n')
  const html = [
    `<!doctype html><html lang="${language}" dir="${directionOf(language)}"><meta charset="utf-8"><body style="font-family:sans-serif">`,
    ...lines.map((line) => `<p>${escaped(line)}</p>`),
    ...links.map(([name, url]) => `<p><a href="${escaped(url)}">${escaped(name)}</a></p>`),
    '</body></html>',
  ].join('\n')
  return { text: `${text}\n`, html, headers: { 'Content-Language': language } }
}

const longestSubject = 150

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}
const escaped = (text: string) => text.replaceAll(/[&<>"']/g, (character) => entities[character] ?? '')

/** The language of a mail, the locale of its dates and prices, and the translated messages. */
type MailWords = {
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
