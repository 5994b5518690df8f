import { languages, type PageLanguage, readLanguage } from '../../model/languages.ts'

/** The tags of an `Accept-Language` header, in order; browsers send the preferred one first. At most ten. */
export function acceptedTags(header: string | null): string[] {
  return (header ?? '')
    .split(',')
    .slice(0, 10)
    .map((entry) => entry.split(';')[0]?.trim() ?? '')
    .filter((tag) => /^[A-Za-z]{2,3}(-[A-Za-z0-9]{2,8}){0,3}$/.test(tag))
}

/** The language of a page: the chosen one, else the reader's first one that has messages, else English. */
export function chooseLanguage(cookie: string | undefined, acceptLanguage: string | null): PageLanguage {
  const chosen = readLanguage(cookie)
  if (chosen) return chosen
  for (const tag of acceptedTags(acceptLanguage)) {
    const language = tag.split('-')[0]?.toLowerCase()
    const match = languages.find((one) => one === language)
    if (match) return match
  }
  return 'en'
}
