import { getTranslations } from 'next-intl/server'
import type { ReactNode } from 'react'
import { isLanguage, languageNames, type PageLanguage } from '#lib/platform/model/languages.ts'
import { Icon } from '../icon.tsx'
import { PageLink } from '../page-link.tsx'
import { Brand } from './brand.tsx'
import { LanguageMenu } from './language-menu.tsx'
import { LanguageSwitch } from './language-switch.tsx'
import { NavLink } from './nav-link.tsx'

/** The user as shown in the header, with the number of unseen price alerts; `null` without a session. */
export type Viewer = { label: string; unread: number } | null

interface SiteHeaderProps {
  viewer: Viewer
  theme: ReactNode
  language: PageLanguage
  /** The server action that stores the chosen language. */
  choose: (data: FormData) => Promise<void>
  /** The choice of the currency. */
  currency: ReactNode
}

export async function SiteHeader({ viewer, theme, language, choose, currency }: SiteHeaderProps) {
  const t = await getTranslations('shell')
  return (
    <header className="top no-print">
      <Brand label={t('home')} />
      <nav aria-label={t('product')}>
        <NavLink href="/" section="/search/flights" icon="plane">
          {t('flights')}
        </NavLink>
        <NavLink href="/hotels" section="/search/hotels" icon="bed">
          {t('hotels')}
        </NavLink>
        <NavLink
          href="/trips"
          section="/trips"
          icon="bag"
          {...(viewer &&
            viewer.unread > 0 && { unread: { count: viewer.unread, text: t('newAlerts', { count: viewer.unread }) } })}
        >
          {t('trips')}
        </NavLink>
      </nav>
      <div className="top-end">
        {currency}
        <PageLink
          className="top-button top-profile"
          href="/profile"
          aria-label={t('howYouTravel')}
          title={t('howYouTravel')}
        >
          <Icon name="filter" />
        </PageLink>
        <LanguageMenu label={t('language')} current={isLanguage(language) ? languageNames[language] : language}>
          <LanguageSwitch label={t('language')} current={language} choose={choose} />
        </LanguageMenu>
        {theme}
        <PageLink className="top-button" href={viewer ? '/account' : '/sign-in'}>
          <Icon name="person" />
          <span className="top-label">{viewer ? viewer.label : t('signIn')}</span>
        </PageLink>
      </div>
    </header>
  )
}
