import { getTranslations } from 'next-intl/server'
import { AccountPage } from '#components/account/account-page.tsx'
import { OneButtonForm } from '#components/account/one-button-form.tsx'
import { Notice } from '#components/ui/notice.tsx'
import { TextLink } from '#components/ui/text-link.tsx'
import { services } from '#lib/compose/server.ts'
import { titled } from '../../../titled.ts'
import { confirmAddress } from '../alert-mail-actions.ts'

// The URL contains a token, so the page has the same referrer policy as the password reset page.
export const generateMetadata = titled('alerts', 'confirmTitle', { referrer: 'same-origin' })

type Props = { searchParams: Promise<Record<string, string | string[] | undefined>> }

/** The target of the link in a mail. Only the button confirms: mail scanners open links too. */
export default async function ConfirmEmailPage({ searchParams }: Props) {
  const [query, { alertMail }, t] = await Promise.all([searchParams, services(), getTranslations('alerts')])
  const token = typeof query.token === 'string' ? query.token : ''
  const email = await alertMail.addressOf(token)
  const broken = (
    <>
      <Notice tone="stop" role="alert">
        {t('confirmBroken')}
      </Notice>
      <p className="quiet">
        <TextLink href="/trips#searches">{t('askAgain')}</TextLink>
      </p>
    </>
  )
  return (
    <AccountPage title={t('confirmTitle')}>
      <OneButtonForm
        operation={confirmAddress}
        fields={{ token }}
        button={t('confirmButton')}
        busy={t('confirming')}
        {...(email === undefined && { instead: broken })}
      >
        {t('confirmText', { email: email ?? '' })}
      </OneButtonForm>
      {email !== undefined && (
        <p className="quiet">
          <TextLink href="/trips#searches">{t('yourSearches')}</TextLink>
        </p>
      )}
    </AccountPage>
  )
}
