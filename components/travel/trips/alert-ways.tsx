'use client'

import { type ReactNode, useActionState } from 'react'
import type { AlertMailAction, AlertMailState } from '#lib/travel/model/alert-mail-state.ts'
import { SubmitButton } from '../../account/submit-button.tsx'
import { Notice } from '../../ui/notice.tsx'
import { TextLink } from '../../ui/text-link.tsx'
import { useRichTexts, useTexts } from '../../ui/texts.tsx'

interface AlertWaysProps {
  mail: AlertMailState
  /** Mails the link that confirms the address. */
  sendLink: AlertMailAction
  switchMails: AlertMailAction
}

/** How alerts reach the person, besides this page. */
export function AlertWays({ mail, sendLink, switchMails }: AlertWaysProps) {
  const [t, rich] = [useTexts('alerts'), useRichTexts('alerts')]
  switch (mail.kind) {
    case 'no_mail':
      return <p className="quiet alert-ways">{t('noMail')}</p>
    case 'guest':
      return <p className="quiet alert-ways">{rich('guest', { link: signUpLink })}</p>
    case 'no_address':
      return <p className="quiet alert-ways">{t('noAddress')}</p>
    case 'unconfirmed':
      return (
        <MailForm
          operation={sendLink}
          button={t('sendLink')}
          busy={t('sending')}
          done={t('linkSent', { email: mail.email })}
        >
          {t('unconfirmed', { email: mail.email })}
        </MailForm>
      )
    case 'on':
    case 'off':
      return (
        <MailForm
          operation={switchMails}
          to={mail.kind === 'on' ? 'off' : 'on'}
          button={mail.kind === 'on' ? t('stopButton') : t('getMails')}
          busy={t('changing')}
        >
          {mail.kind === 'on' ? t('mailsOn', { email: mail.email }) : t('mailsOff')}
        </MailForm>
      )
  }
}

const signUpLink = (children: ReactNode) => <TextLink href="/sign-up?next=/trips">{children}</TextLink>

interface MailFormProps {
  operation: AlertMailAction
  to?: 'on' | 'off'
  button: string
  busy: string
  /** The sentence after success. Absent: the change is visible on the page. */
  done?: string
  children: ReactNode
}

function MailForm({ operation, to, button, busy, done, children }: MailFormProps) {
  const [state, action] = useActionState(operation, {})
  return (
    <form className="action-row alert-ways no-print" action={action}>
      <p className="quiet">{children}</p>
      {to && <input type="hidden" name="to" value={to} />}
      <SubmitButton size="sm" busyLabel={busy}>
        {button}
      </SubmitButton>
      {state.isDone && done && (
        <Notice tone="ok" role="status">
          {done}
        </Notice>
      )}
      {state.problem !== undefined && (
        <Notice tone="stop" role="alert">
          {state.problem}
        </Notice>
      )}
    </form>
  )
}
