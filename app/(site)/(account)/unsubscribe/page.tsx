import { getTranslations } from 'next-intl/server'
import { AccountPage } from '#components/account/account-page.tsx'
import { OneButtonForm } from '#components/account/one-button-form.tsx'
import { Notice } from '#components/ui/notice.tsx'
import { TextLink } from '#components/ui/text-link.tsx'
import { services } from '#lib/compose/server.ts'
import { titled } from '../../../titled.ts'
import { endAlertMails } from '../alert-mail-actions.ts'

// The URL contains a token, so the page has the same referrer policy as the password reset page.
export const generateMetadata = titled('alerts', 'stopTitle', { referrer: 'same-origin' })

type Props = { searchParams: Promise<Record<string, string | string[] | undefined>> }

/** The target of the link at the end of each alert mail. Only the button changes anything. */
export default async function UnsubscribePage({ searchParams }: Props) {
  const [query, { alertMail }, t] = await Promise.all([searchParams, services(), getTranslations('alerts')])
  const token = typeof query.token === 'string' ? query.token : ''
  return (
    <AccountPage title={t('stopTitle')}>
      {alertMail.mayUnsubscribe(token) ? (
        <OneButtonForm operation={endAlertMails} fields={{ token }} button={t('stopButton')} busy={t('stopping')}>
          {t('stopText')}
        </OneButtonForm>
      ) : (
        <Notice tone="stop" role="alert">
          {t('stopBroken')}
        </Notice>
      )}
      <p className="quiet">
        <TextLink href="/trips#searches">{t('yourSearches')}</TextLink>
      </p>
    </AccountPage>
  )
}
