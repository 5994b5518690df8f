'use client'

import { Button, ButtonLink } from '#components/ui/button.tsx'
import { digestOf } from './error-digest.ts'

/** Shown after a bug or an unavailable dependency. The digest identifies the server's log entry. */
export default function ErrorPage({ error, retry }: { error: Error & { digest?: string }; retry: () => void }) {
  const digest = digestOf(error)
  return (
    <main id="main" className="prose" tabIndex={-1}>
      <h1 className="title">Something went wrong on our side</h1>
      <p role="alert">We could not build this page. Try again in a moment.</p>
      {digest && (
        <p>
          It is logged under <span className="mono">{digest}</span>.
        </p>
      )}
      <p className="action-row">
        <Button onClick={retry}>Try again</Button>
        <ButtonLink variant="quiet" href="/">
          Search flights
        </ButtonLink>
      </p>
    </main>
  )
}
