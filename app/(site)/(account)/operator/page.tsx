import type { Metadata } from 'next'
import { redirect } from 'next/navigation'
import { AccountPage } from '#components/account/account-page.tsx'
import { OperatorForm } from '#components/account/operator-form.tsx'
import { Notice } from '#components/ui/notice.tsx'
import { TextLink } from '#components/ui/text-link.tsx'
import { getSignedIn, services } from '#lib/compose/server.ts'
import { travelCommand } from '#lib/platform/server/env/travel-command.ts'
import { becomeOperator } from '../actions.ts'

export const metadata: Metadata = { title: 'Become the operator' }

export default async function OperatorPage() {
  const signedIn = await getSignedIn()
  if (signedIn === null) redirect('/sign-in?next=/operator')
  if (signedIn.principal.role === 'operator') {
    const { audit } = await services()
    return (
      <AccountPage title="Operator" isEnglish>
        <Notice tone="ok">You are the operator.</Notice>
        {audit.problems().map((problem) => (
          <Notice key={problem} tone="stop">
            The audit trail was altered: {problem}. For details, run <code>{travelCommand('audit verify')}</code>.
          </Notice>
        ))}
        <p className="quiet">
          <TextLink href="/console">Open the console</TextLink>
        </p>
      </AccountPage>
    )
  }
  return (
    <AccountPage title="Become the operator" isEnglish>
      <p className="quiet">
        The operator may run every skill with full trust. The app printed the operator token at its first start; the
        token works once.
      </p>
      {signedIn.isGuest ? (
        <Notice tone="warn" icon="info">
          You are a guest. <TextLink href="/sign-up?next=/operator">Create an account</TextLink> first, so that you can
          sign in again as the operator.
        </Notice>
      ) : (
        <OperatorForm operation={becomeOperator} />
      )}
    </AccountPage>
  )
}
