import '@fontsource-variable/archivo/wdth.css'
import '@fontsource-variable/jetbrains-mono/wght.css'
import './globals.css'
import type { Metadata, Viewport } from 'next'
import localFont from 'next/font/local'
import { cookies, headers } from 'next/headers'
import type { ReactNode } from 'react'
import { StartSearch } from '#components/results/start-search.tsx'
import { OfflineGuard } from '#components/shell/offline-guard.tsx'
import { SiteFooter } from '#components/shell/site-footer.tsx'
import { SiteHeader } from '#components/shell/site-header.tsx'
import { SkipLink } from '#components/shell/skip-link.tsx'
import { nonceIn } from '#lib/http/content-security-policy.ts'
import { readTheme, THEME_COOKIE } from '#lib/shared/theme.ts'
import { viewerOf } from './viewer.ts'

// Preloads the Latin subset with fallback metrics, so that text does not shift; the stylesheet adds the other scripts.
const archivo = localFont({
  src: './fonts/generated/archivo-latin.woff2',
  variable: '--font-archivo',
  weight: '420 700',
  display: 'swap',
  declarations: [{ prop: 'font-stretch', value: '75% 100%' }],
})

export const metadata: Metadata = {
  title: { default: 'travel.aw: flights and hotels by total price', template: '%s – travel.aw' },
  description:
    'Compare flights and hotels by total price. Every search runs in a sandbox that can reach only its provider.',
  applicationName: 'travel.aw',
  formatDetection: { telephone: false, date: false, address: false, email: false },
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
  const viewer = await viewerOf()
  const nonce = nonceIn((await headers()).get('content-security-policy'))
  return (
    <html lang="en" className={archivo.variable} data-theme={theme === 'automatic' ? undefined : theme}>
      <body className="page">
        <SkipLink to="#main">Skip to main content</SkipLink>
        <OfflineGuard />
        <SiteHeader viewer={viewer} theme={theme} />
        {children}
        <StartSearch nonce={nonce} />
        <SiteFooter />
      </body>
    </html>
  )
}
