import { redirect } from 'next/navigation'
import { getTranslations } from 'next-intl/server'
import { AccountPage } from '#components/account/account-page.tsx'
import { SignUpForm } from '#components/account/password-forms.tsx'
import { Notice } from '#components/ui/notice.tsx'
import { TextLink } from '#components/ui/text-link.tsx'
import { getSignedIn } from '#lib/compose/server.ts'
import { returnPathOf, withReturnPath } from '#lib/platform/model/return-path.ts'
import { titled } from '../../../titled.ts'
import { signUp } from '../actions.ts'

export const generateMetadata = titled('account', 'create')

type Props = { searchParams: Promise<Record<string, string | string[] | undefined>> }

export default async function SignUpPage({ searchParams }: Props) {
  const next = returnPathOf(await searchParams)
  const [signedIn, t] = await Promise.all([getSignedIn(), getTranslations('account')])
  if (signedIn && !signedIn.isGuest) redirect('/account')
  return (
    <AccountPage title={t('create')}>
      {signedIn && <Notice>{t('guestSearchesStay')}</Notice>}
      <SignUpForm operation={signUp} next={next} />
      <p className="quiet">
        {t.rich('haveAccount', {
          link: (text) => <TextLink href={withReturnPath('/sign-in', next)}>{text}</TextLink>,
        })}
      </p>
    </AccountPage>
  )
}
