import type { Metadata } from 'next'
import { redirect } from 'next/navigation'
import { AccountPage } from '#components/account/account-page.tsx'
import { SignUpForm } from '#components/account/sign-up-form.tsx'
import { Notice } from '#components/ui/notice.tsx'
import { TextLink } from '#components/ui/text-link.tsx'
import { getSignedIn } from '#lib/server.ts'
import { returnPathOf, withReturnPath } from '#lib/shared/return-path.ts'
import { signUp } from '../actions.ts'

export const metadata: Metadata = { title: 'Create an account' }

type Props = { searchParams: Promise<Record<string, string | string[] | undefined>> }

export default async function SignUpPage({ searchParams }: Props) {
  const next = returnPathOf(await searchParams)
  const signedIn = await getSignedIn()
  if (signedIn && !signedIn.isGuest) redirect('/account')
  return (
    <AccountPage title="Create an account">
      {signedIn && <Notice>Your guest searches stay with your new account.</Notice>}
      <SignUpForm operation={signUp} next={next} />
      <p className="quiet">
        Have an account? <TextLink href={withReturnPath('/sign-in', next)}>Sign in</TextLink>
      </p>
    </AccountPage>
  )
}
