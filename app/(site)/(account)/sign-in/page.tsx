import { redirect } from 'next/navigation'
import { getTranslations } from 'next-intl/server'
import { AccountPage } from '#components/account/account-page.tsx'
import { SignInForm } from '#components/account/password-forms.tsx'
import { ProviderButton } from '#components/account/provider-button.tsx'
import { Notice } from '#components/ui/notice.tsx'
import { TextLink } from '#components/ui/text-link.tsx'
import { getSignedIn, services } from '#lib/compose/server.ts'
import { refusalText } from '#lib/platform/model/refusal-text.ts'
import { returnPathOf, withReturnPath } from '#lib/platform/model/return-path.ts'
import { titled } from '../../../titled.ts'
import { signIn } from '../actions.ts'
import { signInErrorOf } from './sign-in-error.ts'

export const generateMetadata = titled('account', 'signIn')

type Props = { searchParams: Promise<Record<string, string | string[] | undefined>> }

export default async function SignInPage({ searchParams }: Props) {
  const query = await searchParams
  const next = returnPathOf(query)
  const [signedIn, { auth }, t, tErrors, tRefusals] = await Promise.all([
    getSignedIn(),
    services(),
    getTranslations('account'),
    getTranslations('errors'),
    getTranslations('refusals'),
  ])
  if (signedIn && !signedIn.isGuest) redirect(next)
  const { oidc } = auth.settings
  const error = signInErrorOf(query.error)
  const problem =
    error && ('problem' in error ? tErrors(error.problem) : refusalText({ ...error, message: '' }, tRefusals))
  return (
    <AccountPage title={t('signIn')}>
      {problem && (
        <Notice tone="stop" role="alert">
          {problem}
        </Notice>
      )}
      {query.password === 'set' && !problem && (
        <Notice tone="ok" role="status">
          {t('passwordSet')}
        </Notice>
      )}
      <SignInForm operation={signIn} next={next} />
      <p className="quiet">{t('forgot')}</p>
      <p className="quiet">
        {t.rich('noAccountYet', {
          link: (text) => <TextLink href={withReturnPath('/sign-up', next)}>{text}</TextLink>,
        })}
      </p>
      {oidc && (
        <>
          <div className="or-rule row faint">{t('or')}</div>
          <ProviderButton provider="oidc" name={oidc.name} next={next} />
        </>
      )}
      <p className="faint">{t('withoutAccount')}</p>
    </AccountPage>
  )
}
