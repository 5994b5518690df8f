import '@fontsource-variable/archivo/wdth.css'
import '@fontsource-variable/jetbrains-mono/wght.css'
import './globals.css'
import type { Metadata, Viewport } from 'next'
import localFont from 'next/font/local'
import { cookies, headers } from 'next/headers'
import { getTranslations } from 'next-intl/server'
import type { ReactNode } from 'react'
import { EarlyInput, StartSearch } from '#components/travel/inline-script.tsx'
import { ReloadBroken } from '#components/travel/offline/reload-broken.tsx'
import { KeptNote, StartWorker } from '#components/travel/offline/start-worker.tsx'
import { OfflineGuard } from '#components/ui/shell/offline-guard.tsx'
import { TextsProvider } from '#components/ui/texts.tsx'
import { directionOf } from '#lib/platform/model/languages.ts'
import { readTheme, THEME_COOKIE } from '#lib/platform/model/theme.ts'
import { isDevelopmentPolicy, nonceIn } from '#lib/platform/server/http/content-security-policy.ts'
import { readingOf, textsFor } from '#lib/platform/server/i18n/reading.ts'
import { viewerKeyOf } from './viewer.ts'

// Preloads the Latin subset with fallback metrics, so that text does not shift; the stylesheet adds the other scripts.
const archivo = localFont({
  src: './fonts/generated/archivo-latin.woff2',
  variable: '--font-archivo',
  weight: '420 700',
  display: 'swap',
  declarations: [{ prop: 'font-stretch', value: '75% 100%' }],
})

// Not preloaded, because few pages show code or ids.
const jetBrainsMono = localFont({
  src: './fonts/generated/jetbrains-mono-latin.woff2',
  variable: '--font-jetbrains-mono',
  weight: '420 700',
  display: 'swap',
  preload: false,
  adjustFontFallback: false,
})

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations('shell')
  return {
    title: { default: t('title'), template: '%s – travel.aw' },
    description: t('description'),
    applicationName: 'travel.aw',
    formatDetection: { telephone: false, date: false, address: false, email: false },
  }
}

export const viewport: Viewport = {
  colorScheme: 'light dark',
  themeColor: [
    { media: '(prefers-color-scheme: light)', color: '#fbfbf8' },
    { media: '(prefers-color-scheme: dark)', color: '#131a1b' },
  ],
}

export default async function RootLayout({ children }: { children: ReactNode }) {
  const theme = readTheme((await cookies()).get(THEME_COOKIE)?.value)
  const [viewerKey, { language, locale }, texts, t, tOffline] = await Promise.all([
    viewerKeyOf(),
    readingOf(),
    textsFor('ui'),
    getTranslations('shell'),
    getTranslations('offline'),
  ])
  const policy = (await headers()).get('content-security-policy')
  const nonce = nonceIn(policy)
  return (
    <html
      lang={language}
      dir={directionOf(language)}
      className={`${archivo.variable} ${jetBrainsMono.variable}`}
      data-theme={theme === 'automatic' ? undefined : theme}
      data-viewer={viewerKey}
    >
      <body className="page">
        <TextsProvider {...texts}>
          {/* The first keyboard stop. */}
          <a className="skip" href="#main">
            {t('skipToMain')}
          </a>
          <KeptNote locale={locale} />
          <OfflineGuard
            offline={t('offline')}
            attempted={t('offlineAttempt')}
            unreached={t('unreachedAttempt')}
            saved={
              <a href="/offline" data-kept>
                {tOffline('title')}
              </a>
            }
          />
          <ReloadBroken nonce={nonce} broken={tOffline('brokenPage')} reload={tOffline('reload')} />
          {children}
          <StartSearch nonce={nonce} />
          <EarlyInput nonce={nonce} />
          {!isDevelopmentPolicy(policy) && <StartWorker nonce={nonce} />}
        </TextsProvider>
      </body>
    </html>
  )
}
