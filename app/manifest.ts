import type { MetadataRoute } from 'next'
import { getTranslations } from 'next-intl/server'
import { directionOf } from '#lib/platform/model/languages.ts'
import { readingOf } from '#lib/platform/server/i18n/reading.ts'

/**
 * The data that a browser shows when it installs the app. The browser sends no cookies with this request, so
 * `Accept-Language` determines the language.
 */
export default async function manifest(): Promise<MetadataRoute.Manifest> {
  const [{ language }, t] = await Promise.all([readingOf(), getTranslations('shell')])
  return {
    id: '/',
    name: 'travel.aw',
    short_name: 'travel.aw',
    description: t('description'),
    lang: language,
    dir: directionOf(language),
    start_url: '/',
    scope: '/',
    display: 'minimal-ui',
    background_color: '#f2f3ee',
    theme_color: '#fbfbf8',
    icons: [
      { src: '/icon.svg', type: 'image/svg+xml', sizes: 'any' },
      { src: '/app-icon/192', type: 'image/png', sizes: '192x192' },
      { src: '/app-icon/512', type: 'image/png', sizes: '512x512' },
      { src: '/app-icon/512', type: 'image/png', sizes: '512x512', purpose: 'maskable' },
    ],
  }
}
