import type { Metadata } from 'next'
import type { PageLanguage } from '#lib/platform/model/languages.ts'
import { cardLanguageOf } from '#lib/travel/server/share/card-language.ts'

interface SharedSearch {
  kind: 'flights' | 'hotels'
  title: string
  /** The canonical query of the search. */
  query: string
  language: PageLanguage
  /** Undefined: no link preview, because it needs an absolute URL. */
  publicUrl: URL | undefined
}

/** The link preview of a search: its title and the picture that `/api/share` draws. */
export function shareMetadata({ kind, title, query, language, publicUrl }: SharedSearch): Metadata {
  if (publicUrl === undefined) return { title }
  const url = new URL(`/api/share/${kind}?${query}&language=${cardLanguageOf(language)}`, publicUrl)
  const image = { url, width: 1200, height: 630, alt: title }
  return {
    title,
    openGraph: { type: 'website', siteName: 'travel.aw', title, images: [image] },
    twitter: { card: 'summary_large_image' },
  }
}
