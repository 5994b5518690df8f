import { getTranslations } from 'next-intl/server'
import type { ReactNode } from 'react'
import type { PageLanguage } from '#lib/platform/model/languages.ts'
import { PageLink } from '../page-link.tsx'
import { LanguageSwitch } from './language-switch.tsx'

interface SiteFooterProps {
  language: PageLanguage
  /** The server action that stores the chosen language. */
  choose: (data: FormData) => Promise<void>
  /** On phones, in place of the header's. */
  theme: ReactNode
}

export async function SiteFooter({ language, choose, theme }: SiteFooterProps) {
  const t = await getTranslations('shell')
  return (
    <footer className="foot no-print">
      <span>{t('compares')}</span>
      <PageLink href="/profile">{t('howYouTravel')}</PageLink>
      <PageLink href="/credits">{t('dataSources')}</PageLink>
      <LanguageSwitch label={t('language')} current={language} choose={choose} />
      {theme}
    </footer>
  )
}
