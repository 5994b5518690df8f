import { type ClockHours, hasTwelveHours } from '../../model/clock.ts'
import { isLanguage, type PageLanguage } from '../../model/languages.ts'
import { acceptedTags } from './choose-language.ts'

/**
 * The locale of a page's dates, numbers and prices: the page's language in the reader's variant (`de-AT`). A reader
 * whose browser prefers another language gets the usual format of the page's language, with the 12- or 24-hour clock of
 * the preferred language. A chosen clock wins. Server and browser format alike.
 */
export function formatLocale(acceptLanguage: string | null, page: PageLanguage, clock?: ClockHours): string {
  const locale = localeOf(acceptLanguage, page)
  return clock === undefined ? locale : new Intl.Locale(locale, { hourCycle: clock }).toString()
}

function localeOf(acceptLanguage: string | null, page: PageLanguage): string {
  const language = isLanguage(page) ? page : 'en'
  for (const tag of acceptedTags(acceptLanguage)) {
    const known = knownLocale(tag)
    if (known) return inLanguage(language, known)
  }
  return language === 'en' ? 'en-US' : language
}

/** The locale of a tag; undefined if `Intl` does not know it, or throws, as it does for "zh-CHS" of older programs. */
function knownLocale(tag: string): string | undefined {
  try {
    return Intl.NumberFormat.supportedLocalesOf([tag])[0]
  } catch {
    return undefined
  }
}

function inLanguage(language: string, known: string): string {
  if (new Intl.Locale(known).language === language) return known
  const own = language === 'en' ? 'en-GB' : language
  const [wanted, usual] = [hasTwelveHours(known), hasTwelveHours(own)]
  if (wanted === usual) return own
  return `${own}-u-hc-${wanted ? 'h12' : 'h23'}`
}
