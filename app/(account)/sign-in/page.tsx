import type { Metadata } from 'next'
import { redirect } from 'next/navigation'
import { AccountPage } from '#components/account/account-page.tsx'
import { OrRule } from '#components/account/or-rule.tsx'
import { ProviderButton } from '#components/account/provider-button.tsx'
import { SignInForm } from '#components/account/sign-in-form.tsx'
import { Notice } from '#components/ui/notice.tsx'
import { TextLink } from '#components/ui/text-link.tsx'
import { getSignedIn, services } from '#lib/server.ts'
import { returnPathOf, withReturnPath } from '#lib/shared/return-path.ts'
import { signIn } from '../actions.ts'
import { sentenceOfSignInError } from './sign-in-error.ts'

export const metadata: Metadata = { title: 'Sign in' }

type Props = { searchParams: Promise<Record<string, string | string[] | undefined>> }

export default async function SignInPage({ searchParams }: Props) {
  const query = await searchParams
  const next = returnPathOf(query)
  const [signedIn, { auth }] = await Promise.all([getSignedIn(), services()])
  if (signedIn && !signedIn.isGuest) redirect(next)
  const { oidc } = auth.settings
  const problem = sentenceOfSignInError(query.error)
  return (
    <AccountPage title="Sign in">
      {problem && (
        <Notice tone="stop" role="alert">
          {problem}
        </Notice>
      )}
      {query.password === 'set' && !problem && (
        <Notice tone="ok" role="status">
          Your new password is set. Sign in with it.
        </Notice>
      )}
      <SignInForm operation={signIn} next={next} />
      <p className="quiet">Forgot your password? The operator of this app can send you a link that sets a new one.</p>
      <p className="quiet">
        No account yet? <TextLink href={withReturnPath('/sign-up', next)}>Create one</TextLink>
      </p>
      {oidc && (
        <>
          <OrRule />
          <ProviderButton provider="oidc" name={oidc.name} next={next} />
        </>
      )}
      <p className="faint">You can search without an account. We delete those searches after 30 days.</p>
    </AccountPage>
  )
}
