import type { Metadata } from 'next'
import { redirect } from 'next/navigation'
import { AccountPage } from '#components/account/account-page.tsx'
import { SessionList } from '#components/account/session-list.tsx'
import { SubmitButton } from '#components/account/submit-button.tsx'
import { Badge } from '#components/ui/badge.tsx'
import { ButtonLink } from '#components/ui/button.tsx'
import { TextLink } from '#components/ui/text-link.tsx'
import { getSignedIn, services } from '#lib/server.ts'
import { signOut, signOutEverywhere } from '../actions.ts'

export const metadata: Metadata = { title: 'Account' }

const roleNames = { guest: 'Guest', traveler: 'Traveler', operator: 'Operator', agent: 'Agent' }

export default async function AccountOverviewPage() {
  const signedIn = await getSignedIn()
  if (signedIn === null) redirect('/sign-in?next=/account')
  const { name, email, isGuest, principal, sessionId } = signedIn
  const sessions = await (await services()).auth.listSessions(signedIn)
  const items = sessions.map(({ id, userAgent, lastSeenAt }) => ({
    id,
    userAgent,
    lastSeenAt: lastSeenAt.toISOString(),
  }))
  return (
    <AccountPage title="Account" wide>
      <section className="grid gap-3" aria-labelledby="who">
        <h2 className="heading" id="who">
          Who you are
        </h2>
        <p className="flex flex-wrap items-center gap-2">
          <span>{[name, email].filter(Boolean).join(', ') || 'A guest without a name'}</span>
          <Badge tone={principal.role === 'operator' ? 'info' : 'plain'}>{roleNames[principal.role]}</Badge>
        </p>
        {isGuest && (
          <>
            <p className="text-sm text-ink-2">
              {principal.role === 'operator'
                ? 'Create an account now: without one, signing out here loses your access as operator.'
                : 'A guest and their searches are deleted after 30 days. An account keeps them.'}
            </p>
            <div className="flex flex-wrap gap-2">
              <ButtonLink href="/sign-up?next=/account" variant="accent">
                Create an account
              </ButtonLink>
              <ButtonLink href="/sign-in?next=/account">Sign in</ButtonLink>
            </div>
          </>
        )}
        {principal.role !== 'operator' && (
          <p className="text-sm text-ink-2">
            Do you run this app? <TextLink href="/operator">Use the operator token</TextLink>
          </p>
        )}
      </section>
      <section className="grid gap-3" aria-labelledby="sessions">
        <h2 className="heading" id="sessions">
          Where you are signed in
        </h2>
        <SessionList sessions={items} currentId={sessionId} />
        <div className="flex flex-wrap gap-2">
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
    </AccountPage>
  )
}
