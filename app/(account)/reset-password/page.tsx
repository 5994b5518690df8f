import type { Metadata } from 'next'
import { AccountPage } from '#components/account/account-page.tsx'
import { ResetPasswordForm } from '#components/account/reset-password-form.tsx'
import { resetPassword } from '../actions.ts'

// The URL holds the token, so no other site may see it as referrer. Not `no-referrer`: without scripts, the form would
// then be sent without an origin and be rejected.
export const metadata: Metadata = { title: 'Set a new password', referrer: 'same-origin' }

type Props = { searchParams: Promise<Record<string, string | string[] | undefined>> }

/** The target of the reset link that the operator sends. */
export default async function ResetPasswordPage({ searchParams }: Props) {
  const { token } = await searchParams
  return (
    <AccountPage title="Set a new password">
      <ResetPasswordForm operation={resetPassword} token={typeof token === 'string' ? token : ''} />
    </AccountPage>
  )
}
