import { headers } from 'next/headers'

/**
 * The reader's first language that this runtime can format in, so that server and browser write numbers and times alike.
 * The words of the pages are English.
 */
export async function readerLocale(): Promise<string> {
  return localeOf((await headers()).get('accept-language'))
}

export function localeOf(acceptLanguage: string | null): string {
  for (const entry of (acceptLanguage ?? '').split(',').slice(0, 10)) {
    const tag = entry.split(';')[0]?.trim() ?? ''
    if (!/^[A-Za-z]{2,3}(-[A-Za-z0-9]{2,8}){0,3}$/.test(tag)) continue
    const [known] = Intl.NumberFormat.supportedLocalesOf([tag])
    if (known) return known
  }
  return 'en-US'
}
