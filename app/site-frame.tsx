import { cookies } from 'next/headers'
import { getTranslations } from 'next-intl/server'
import type { ReactNode } from 'react'
import { CurrencyMenu, ProfileMoved } from '#components/travel/profile/currency-menu.tsx'
import { ProfileProvider } from '#components/travel/profile/profile-provider.tsx'
import { SiteFooter } from '#components/ui/shell/site-footer.tsx'
import { SiteHeader } from '#components/ui/shell/site-header.tsx'
import { ThemeSwitch } from '#components/ui/shell/theme-switch.tsx'
import { readTheme, THEME_COOKIE } from '#lib/platform/model/theme.ts'
import { readingOf } from '#lib/platform/server/i18n/reading.ts'
import { chooseLanguage } from './choose-language.ts'
import { travelProfileOf } from './profile-of.ts'
import { viewerKeyOf, viewerOf } from './viewer.ts'

/** The header and the footer of every page outside the console, and the travel profile that these pages share. */
export async function SiteFrame({ children }: { children: ReactNode }) {
  const theme = readTheme((await cookies()).get(THEME_COOKIE)?.value)
  const [viewer, viewerKey, { account, shown, usualCurrency }, { language }, t] = await Promise.all([
    viewerOf(),
    viewerKeyOf(),
    travelProfileOf(),
    readingOf(),
    getTranslations('shell'),
  ])
  const themeSwitch = (
    <ThemeSwitch
      initial={theme}
      names={{ automatic: t('themeAutomatic'), light: t('themeLight'), dark: t('themeDark') }}
    />
  )
  return (
    // A new account starts with its own profile.
    <ProfileProvider
      key={account === undefined ? 'guest' : viewerKey}
      account={account}
      shown={shown}
      usualCurrency={usualCurrency}
    >
      <SiteHeader
        viewer={viewer}
        theme={themeSwitch}
        language={language}
        choose={chooseLanguage}
        currency={<CurrencyMenu label={t('currency')} />}
      />
      <ProfileMoved text={t('profileMoved')} link={t('howYouTravel')} />
      {children}
      <SiteFooter language={language} choose={chooseLanguage} theme={themeSwitch} />
    </ProfileProvider>
  )
}
