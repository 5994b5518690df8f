import { headers } from 'next/headers'

/**
 * The locale of a page. Its text is English, so its numbers, prices, weekdays and months are too: in the reader's
 * variant of English, else in British English with the 12- or 24-hour clock of the reader's first supported language.
 * Server and browser format alike.
 */
export async function readerLocale(): Promise<string> {
  return localeOf((await headers()).get('accept-language'))
}

export function localeOf(acceptLanguage: string | null): string {
  for (const entry of (acceptLanguage ?? '').split(',').slice(0, 10)) {
    const tag = entry.split(';')[0]?.trim() ?? ''
    if (!/^[A-Za-z]{2,3}(-[A-Za-z0-9]{2,8}){0,3}$/.test(tag)) continue
    const [known] = Intl.NumberFormat.supportedLocalesOf([tag])
    if (known) return inEnglish(known)
  }
  return 'en-US'
}

function inEnglish(known: string): string {
  if (new Intl.Locale(known).language === 'en') return known
  const { hour12 } = new Intl.DateTimeFormat(known, { hour: 'numeric' }).resolvedOptions()
  return hour12 ? 'en-GB-u-hc-h12' : 'en-GB'
}
