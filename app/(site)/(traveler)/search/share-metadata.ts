import type { Metadata } from 'next'
import { headers } from 'next/headers'
import { services } from '#lib/compose/server.ts'
import type { PageLanguage } from '#lib/platform/model/languages.ts'
import { publicUrlFor } from '#lib/platform/server/http/origin.ts'
import { cardLanguageOf } from '#lib/travel/server/share/card-language.ts'

interface SharedSearch {
  kind: 'flights' | 'hotels'
  title: string
  /** The canonical query of the search. */
  query: string
  language: PageLanguage
}

/** The link preview of a search: its title and the picture that `/api/share` draws. It needs a public URL. */
export async function shareMetadata({ kind, title, query, language }: SharedSearch): Promise<Metadata> {
  const [{ publicUrl: configured }, list] = await Promise.all([services(), headers()])
  const publicUrl = publicUrlFor(list, configured)
  if (publicUrl === undefined) return { title }
  const url = new URL(`/api/share/${kind}?${query}&language=${cardLanguageOf(language)}`, publicUrl)
  const image = { url, width: 1200, height: 630, alt: title }
  return {
    title,
    openGraph: { type: 'website', siteName: 'travel.aw', title, images: [image] },
    twitter: { card: 'summary_large_image' },
  }
}
