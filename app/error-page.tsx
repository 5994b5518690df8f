'use client'

import { Button, ButtonLink } from '#components/ui/button.tsx'
import { useRichTexts, useTexts } from '#components/ui/texts.tsx'
import type { PageError } from './page-error.ts'

/** Shown after a bug or an unavailable dependency. The digest identifies the server's log entry. */
export function ErrorPage({ error, retry }: { error: PageError; retry: () => void }) {
  const digest = error?.digest
  const t = useTexts('ui')
  const rich = useRichTexts('ui')
  return (
    <main id="main" className="prose" tabIndex={-1}>
      <h1 className="title">{t('errorTitle')}</h1>
      <p role="alert">{t('errorText')}</p>
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
