import { getTranslations } from 'next-intl/server'
import { AccountPage } from '#components/account/account-page.tsx'
import { ResetPasswordForm } from '#components/account/password-forms.tsx'
import { Notice } from '#components/ui/notice.tsx'
import { TextLink } from '#components/ui/text-link.tsx'
import { services } from '#lib/compose/server.ts'
import { titled } from '../../../titled.ts'
import { resetPassword } from '../actions.ts'

// The URL contains the token, so no other site may get it as referrer. Not `no-referrer`: without scripts, the form
// would then be sent without an origin and be rejected.
export const generateMetadata = titled('account', 'setNewPassword', { referrer: 'same-origin' })

type Props = { searchParams: Promise<Record<string, string | string[] | undefined>> }

/** The target of the reset link that the operator sends. */
export default async function ResetPasswordPage({ searchParams }: Props) {
  const [query, { auth }, t, tErrors] = await Promise.all([
    searchParams,
    services(),
    getTranslations('account'),
    getTranslations('errors'),
  ])
  const token = typeof query.token === 'string' ? query.token : ''
  const problem = await auth.whyNoReset(token)
  return (
    <AccountPage title={t('setNewPassword')}>
      {problem === undefined ? (
        <ResetPasswordForm operation={resetPassword} token={token} />
      ) : (
        <>
          <Notice tone="stop" role="alert">
            {tErrors(problem)}
          </Notice>
          <p className="quiet">
            {t.rich('knowPassword', { link: (text) => <TextLink href="/sign-in">{text}</TextLink> })}
          </p>
        </>
      )}
    </AccountPage>
  )
}
