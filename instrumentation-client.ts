import SiteError from '#app/(site)/error.tsx'
import GlobalError from '#app/global-error.tsx'
import { CurrencyMenu, ProfileMoved } from '#components/travel/profile/currency-menu.tsx'
import { ProfileProvider } from '#components/travel/profile/profile-provider.tsx'
import { VisitProvider } from '#components/travel/results/visit-provider.tsx'
import { PageLink } from '#components/ui/page-link.tsx'
import { LanguageMenu } from '#components/ui/shell/language-menu.tsx'
import { NavLink } from '#components/ui/shell/nav-link.tsx'
import { OfflineGuard } from '#components/ui/shell/offline-guard.tsx'
import { ThemeSwitch } from '#components/ui/shell/theme-switch.tsx'
import { TextsProvider } from '#components/ui/texts.tsx'

// Stops Zod from compiling its checks: the page's content security policy forbids that, and the browser reports the
// attempt. Sets the object that `z.config` writes to, because importing Zod here would add it to pages that do not use
// it.
Object.assign(globalThis, { __zod_globalConfig: { jitless: true } })

// The first formatter of each kind loads its data, which takes longer than the rest of a first render. Loading each in
// a separate task keeps the page responsive. A collator loads the languages that all share, and little of its own: with a
// number format first, one task would take as long as both.
for (const load of [
  () => new Intl.Collator(),
  () => new Intl.NumberFormat(),
  () => new Intl.DateTimeFormat(),
  () => new Intl.NumberFormat(undefined, { style: 'currency', currency: 'EUR' }),
]) {
  setTimeout(load)
}

/**
 * What the layouts of travelers' pages consist of. Here, it is in the file of the framework, which brotli compresses
 * better than a file for each layout. Exported, because the bundler leaves out an import that nothing uses.
 */
export const layoutParts = [
  GlobalError,
  SiteError,
  CurrencyMenu,
  ProfileMoved,
  ProfileProvider,
  VisitProvider,
  PageLink,
  LanguageMenu,
  NavLink,
  OfflineGuard,
  ThemeSwitch,
  TextsProvider,
]
