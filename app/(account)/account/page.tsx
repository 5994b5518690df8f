import type { Metadata } from 'next'
import { redirect } from 'next/navigation'
import { AccountPage } from '#components/account/account-page.tsx'
import { ChangePasswordForm } from '#components/account/change-password-form.tsx'
import { DeleteAccountForm } from '#components/account/delete-account-form.tsx'
import { KeptSearches } from '#components/account/kept-searches.tsx'
import { SessionList } from '#components/account/session-list.tsx'
import { SubmitButton } from '#components/account/submit-button.tsx'
import { Badge } from '#components/ui/badge.tsx'
import { ButtonLink } from '#components/ui/button.tsx'
import { Notice } from '#components/ui/notice.tsx'
import { TextLink } from '#components/ui/text-link.tsx'
import { getSignedIn, services } from '#lib/server.ts'
import { namesOf } from '../../(traveler)/names-of.ts'
import { readerLocale } from '../../(traveler)/reader-locale.ts'
import { changePassword, deleteAccount, signOut, signOutEverywhere } from '../actions.ts'

export const metadata: Metadata = { title: 'Account' }

const roleNames = { guest: 'Guest', traveler: 'Traveler', operator: 'Operator', agent: 'Agent' }

type Props = { searchParams: Promise<Record<string, string | string[] | undefined>> }

export default async function AccountOverviewPage({ searchParams }: Props) {
  const signedIn = await getSignedIn()
  if (signedIn === null) redirect('/sign-in?next=/account')
  const { name, email, isGuest, principal, sessionId } = signedIn
  const [{ auth, places }, locale] = await Promise.all([services(), readerLocale()])
  const [sessions, overview] = await Promise.all([auth.listSessions(signedIn), auth.accountOverview(signedIn)])
  const searches = overview.searches.map((search) => ({ ...search, searchedAt: search.searchedAt.toISOString() }))
  const names = namesOf(
    searches.flatMap(({ from, to, via = [] }) => (to === null ? [from] : [from, ...via, to])),
    places,
  )
  const confirmBy = overview.hasPassword ? 'current' : email !== null ? 'email' : isGuest ? null : 'word'
  const items = sessions.map(({ id, userAgent, lastSeenAt }) => ({
    id,
    userAgent,
    lastSeenAt: lastSeenAt.toISOString(),
  }))
  return (
    <AccountPage title="Account" wide>
      <section className="account-part" aria-labelledby="who">
        <h2 className="heading" id="who">
          Your profile
        </h2>
        <p className="action-row">
          <span>{[name, email].filter(Boolean).join(', ') || 'Guest without a name'}</span>
          <Badge tone={principal.role === 'operator' ? 'info' : 'plain'}>{roleNames[principal.role]}</Badge>
        </p>
        {isGuest && (
          <>
            <p className="quiet">
              {principal.role === 'operator'
                ? 'Create an account now. Without one, signing out ends your operator access.'
                : 'We delete guests and their searches after 30 days. Create an account to keep yours.'}
            </p>
            <div className="action-row">
              <ButtonLink href="/sign-up?next=/account" variant="accent">
                Create an account
              </ButtonLink>
              <ButtonLink href="/sign-in?next=/account">Sign in</ButtonLink>
            </div>
          </>
        )}
        {principal.role === 'operator' && (
          <div className="action-row">
            <ButtonLink href="/console">Open the console</ButtonLink>
          </div>
        )}
        {!isGuest && (
          <p className="quiet">
            A skill that wants to act for you asks first: <TextLink href="/confirm">see what needs your yes</TextLink>.
          </p>
        )}
        {!overview.hasOperator && (
          <p className="quiet">
            Do you run this app? <TextLink href="/operator">Use the operator token</TextLink>
          </p>
        )}
      </section>
      <section className="account-part" aria-labelledby="searches">
        <h2 className="heading" id="searches">
          Your searches
        </h2>
        <p className="quiet">The latest 20. Each price check for another date counts as a search.</p>
        <KeptSearches searches={searches} names={names} locale={locale} />
      </section>
      {overview.hasPassword && (
        <section className="account-part" aria-labelledby="password">
          <h2 className="heading" id="password">
            Password
          </h2>
          {(await searchParams).password === 'changed' && (
            <Notice tone="ok" role="status">
              Your password is changed. Every other browser is signed out.
            </Notice>
          )}
          {/* A changed password starts a new session, and with it an empty form. */}
          <ChangePasswordForm key={sessionId} operation={changePassword} />
        </section>
      )}
      <section className="account-part" aria-labelledby="sessions">
        <h2 className="heading" id="sessions">
          Where you are signed in
        </h2>
        <SessionList sessions={items} currentId={sessionId} locale={locale} />
        <div className="action-row">
          <form action={signOut}>
            <SubmitButton busyLabel="Signing out …">Sign out</SubmitButton>
          </form>
          <form action={signOutEverywhere}>
            <SubmitButton busyLabel="Signing out …" variant="stop">
              Sign out everywhere
            </SubmitButton>
          </form>
        </div>
      </section>
      <section className="account-part" aria-labelledby="delete">
        <h2 className="heading" id="delete">
          Delete your data
        </h2>
        <DeleteAccountForm operation={deleteAccount} confirmBy={confirmBy} />
      </section>
    </AccountPage>
  )
}
