import type { Metadata } from 'next'
import { AccountPage } from '#components/account/account-page.tsx'
import { ResetPasswordForm } from '#components/account/reset-password-form.tsx'
import { Notice } from '#components/ui/notice.tsx'
import { TextLink } from '#components/ui/text-link.tsx'
import { services } from '#lib/server.ts'
import { resetPassword } from '../actions.ts'

// The URL holds the token, so no other site may see it as referrer. Not `no-referrer`: without scripts, the form would
// then be sent without an origin and be rejected.
export const metadata: Metadata = { title: 'Set a new password', referrer: 'same-origin' }

type Props = { searchParams: Promise<Record<string, string | string[] | undefined>> }

/** The target of the reset link that the operator sends. */
export default async function ResetPasswordPage({ searchParams }: Props) {
  const [query, { auth }] = await Promise.all([searchParams, services()])
  const token = typeof query.token === 'string' ? query.token : ''
  const problem = await auth.whyNoReset(token)
  return (
    <AccountPage title="Set a new password">
      {problem === undefined ? (
        <ResetPasswordForm operation={resetPassword} token={token} />
      ) : (
        <>
          <Notice tone="stop" role="alert">
            {problem}
          </Notice>
          <p className="quiet">
            Know your password? <TextLink href="/sign-in">Sign in</TextLink>
          </p>
        </>
      )}
    </AccountPage>
  )
}
