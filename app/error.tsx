'use client'

import { Button, ButtonLink } from '#components/ui/button.tsx'
import { digestOf } from './error-digest.ts'

/** A bug of ours or a dependency that is away. The digest names the entry in the server's log. */
export default function ErrorPage({ error, retry }: { error: Error & { digest?: string }; retry: () => void }) {
  const digest = digestOf(error)
  return (
    <main id="main" className="prose" tabIndex={-1}>
      <h1 className="title">Something went wrong on our side</h1>
      <p role="alert">The page could not be made. Trying again may help.</p>
      {digest && (
        <p>
          It is logged under <span className="mono">{digest}</span>.
        </p>
      )}
      <p className="guest-row">
        <Button onClick={retry}>Try again</Button>
        <ButtonLink variant="quiet" href="/">
          Search flights
        </ButtonLink>
      </p>
    </main>
  )
}
