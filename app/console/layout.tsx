import './console.css'
import type { Metadata } from 'next'
import { cookies } from 'next/headers'
import { notFound, redirect } from 'next/navigation'
import type { ReactNode } from 'react'
import { ConsoleQueries } from '#components/console/console-queries.tsx'
import { ConsoleSide } from '#components/console/frame/console-side.tsx'
import { ZoneProvider } from '#components/console/frame/zone.tsx'
import { CommandName } from '#components/console/travel-command.tsx'
import { ThemeSwitch } from '#components/ui/shell/theme-switch.tsx'
import { services } from '#lib/compose/server.ts'
import { readZone, ZONE_COOKIE } from '#lib/console/model/console-day.ts'
import { readTheme, THEME_COOKIE } from '#lib/platform/model/theme.ts'
import { commandName } from '#lib/platform/server/env/travel-command.ts'
import { signedInOnce } from '../viewer.ts'
import { WithAnswers } from './with-answers.tsx'

export const metadata: Metadata = { title: { default: 'Console', template: '%s – travel.aw console' } }

const themeNames = { automatic: 'Theme: automatic', light: 'Theme: light', dark: 'Theme: dark' }

/**
 * The operators' pages in their own frame. Other users get a 404, and visitors without a session the sign-in page,
 * because they may be operators. Before there is an operator, the first account gets the page for the operator token.
 * This does not protect the pages, which Next can render without their layout: they get their data only from routes
 * that check for an operator again.
 */
export default async function ConsoleLayout({ children }: { children: ReactNode }) {
  const [signedIn, jar] = await Promise.all([signedInOnce(), cookies()])
  if (signedIn === null) redirect('/sign-in?next=/console')
  if (signedIn.principal.role !== 'operator') {
    const { auth } = await services()
    const { hasOperator } = await auth.accountOverview(signedIn)
    return hasOperator ? notFound() : redirect('/operator')
  }
  const theme = <ThemeSwitch initial={readTheme(jar.get(THEME_COOKIE)?.value)} names={themeNames} />
  return (
    <div className="console" lang="en" dir="ltr">
      <ConsoleQueries>
        <CommandName value={commandName}>
          <ZoneProvider known={readZone(jar.get(ZONE_COOKIE)?.value)}>
            <WithAnswers asked={['/counts']}>
              <ConsoleSide person={signedIn.name ?? signedIn.email ?? 'an operator'} theme={theme} />
            </WithAnswers>
            {children}
          </ZoneProvider>
        </CommandName>
      </ConsoleQueries>
    </div>
  )
}
