'use client'

import { Button, ButtonLink } from '#components/ui/button.tsx'
import { useRichTexts, useTexts } from '#components/ui/texts.tsx'
import { foreignFormText } from '#lib/platform/model/foreign-form.ts'
import type { PageError } from './page-error.ts'

/**
 * Shown after a bug, an unavailable dependency, or a form that the app does not accept at this address. The digest
 * identifies the server's log entry.
 */
export function ErrorPage({ error, retry }: { error: PageError; retry: () => void }) {
  const digest = error?.digest
  const isForeign = error?.message === foreignFormText
  const t = useTexts('ui')
  const rich = useRichTexts('ui')
  return (
    <main id="main" className="prose" tabIndex={-1}>
      <h1 className="title">{t(isForeign ? 'foreignTitle' : 'errorTitle')}</h1>
      <p role="alert">{t(isForeign ? 'foreignText' : 'errorText')}</p>
      {digest && <p>{rich('errorLogged', { digest, id: (text) => <span className="mono">{text}</span> })}</p>}
      <p className="action-row">
        <Button onClick={retry}>{t('tryAgain')}</Button>
        <ButtonLink variant="quiet" href="/">
          {t('searchFlights')}
        </ButtonLink>
      </p>
    </main>
  )
}
