import { redirect } from 'next/navigation'
import { getTranslations } from 'next-intl/server'
import type { ReactNode } from 'react'
import { AccountPage } from '#components/account/account-page.tsx'
import { DeleteAccountForm } from '#components/account/delete-account-form.tsx'
import { KeptSearches } from '#components/account/kept-searches.tsx'
import { SignOutForm } from '#components/account/one-button-form.tsx'
import { ChangePasswordForm } from '#components/account/password-forms.tsx'
import { SessionList } from '#components/account/session-list.tsx'
import { SubmitButton } from '#components/account/submit-button.tsx'
import { Badge } from '#components/ui/badge.tsx'
import { ButtonLink } from '#components/ui/button.tsx'
import { Notice } from '#components/ui/notice.tsx'
import { TextLink } from '#components/ui/text-link.tsx'
import { getSignedIn, services } from '#lib/compose/server.ts'
import { readingOf } from '#lib/platform/server/i18n/reading.ts'
import { exportPath } from '#lib/travel/model/account-export.ts'
import { inList } from '#lib/travel/model/in-list.ts'
import { titled } from '../../../titled.ts'
import { namesOf } from '../../(traveler)/names-of.ts'
import { changePassword, deleteAccount, signOut, signOutEverywhere } from '../actions.ts'

export const generateMetadata = titled('account', 'account')

type Props = { searchParams: Promise<Record<string, string | string[] | undefined>> }

export default async function AccountOverviewPage({ searchParams }: Props) {
  const signedIn = await getSignedIn()
  if (signedIn === null) redirect('/sign-in?next=/account')
  const { name, email, isGuest, principal, sessionId } = signedIn
  const [{ auth, places, readKeptSearches }, { locale, language }, t] = await Promise.all([
    services(),
    readingOf(),
    getTranslations('account'),
  ])
  const [sessions, overview, kept] = await Promise.all([
    auth.listSessions(signedIn),
    auth.accountOverview(signedIn),
    readKeptSearches(signedIn.userId),
  ])
  const names = namesOf(
    kept.flatMap(({ from, to, via = [] }) => (to === null ? [from] : [from, ...via, to])),
    places,
    language,
  )
  const confirmBy = overview.hasPassword ? 'current' : email !== null ? 'email' : isGuest ? null : 'word'
  return (
    <AccountPage title={t('account')} wide>
      <Part id="who" title={t('profile')}>
        <p className="action-row">
          <span>{inList([name, email], t) || t('guestWithoutName')}</span>
          <Badge tone={principal.role === 'operator' ? 'info' : 'plain'}>{t(principal.role)}</Badge>
        </p>
        {isGuest && (
          <>
            <p className="quiet">{t(principal.role === 'operator' ? 'guestOperator' : 'guestKeep')}</p>
            <div className="action-row">
              <ButtonLink href="/sign-up?next=/account" variant="accent">
                {t('create')}
              </ButtonLink>
              <ButtonLink href="/sign-in?next=/account">{t('signIn')}</ButtonLink>
            </div>
          </>
        )}
        {principal.role === 'operator' && (
          <div className="action-row">
            <ButtonLink href="/console">{t('openConsole')}</ButtonLink>
          </div>
        )}
        {!isGuest && (
          <p className="quiet">
            {t.rich('asksFirst', { link: (text) => <TextLink href="/confirm">{text}</TextLink> })}
          </p>
        )}
        {!overview.hasOperator && (
          <p className="quiet">{t.rich('runApp', { link: (text) => <TextLink href="/operator">{text}</TextLink> })}</p>
        )}
      </Part>
      <Part id="searches" title={t('searches')}>
        <p className="quiet">{t('searchesHint')}</p>
        <KeptSearches searches={kept} names={names} locale={locale} />
      </Part>
      {overview.hasPassword && (
        <Part id="password" title={t('password')}>
          {(await searchParams).password === 'changed' && (
            <Notice tone="ok" role="status">
              {t('passwordChanged')}
            </Notice>
          )}
          {/* A changed password starts a new session, and the new key empties the form. */}
          <ChangePasswordForm key={sessionId} operation={changePassword} />
        </Part>
      )}
      <Part id="sessions" title={t('sessions')}>
        <SessionList sessions={sessions} currentId={sessionId} locale={locale} />
        <div className="action-row">
          <SignOutForm operation={signOut}>
            <SubmitButton busyLabel={t('signingOut')}>{t('signOut')}</SubmitButton>
          </SignOutForm>
          <SignOutForm operation={signOutEverywhere}>
            <SubmitButton busyLabel={t('signingOut')} variant="stop">
              {t('signOutEverywhere')}
            </SubmitButton>
          </SignOutForm>
        </div>
      </Part>
      <Part id="export" title={t('exportData')}>
        <p className="quiet">{t('exportHint')}</p>
        <div className="action-row">
          {/* Not a `PageLink`, which would fetch the file as soon as the pointer is near. */}
          <a className="btn" href={exportPath} download>
            {t('exportMyData')}
          </a>
        </div>
      </Part>
      <Part id="delete" title={t('deleteData')}>
        <DeleteAccountForm operation={deleteAccount} confirmBy={confirmBy} />
      </Part>
    </AccountPage>
  )
}

/** A section of the page with its heading. */
const Part = ({ id, title, children }: { id: string; title: string; children: ReactNode }) => (
  <section className="account-part" aria-labelledby={id}>
    <h2 className="heading" id={id}>
      {title}
    </h2>
    {children}
  </section>
)
