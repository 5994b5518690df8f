'use client'

import { Button } from '#components/ui/button.tsx'
import { Notice } from '#components/ui/notice.tsx'

/** The trips could not be read. Nothing is lost. */
export default function TripsError({ reset }: { reset: () => void }) {
  return (
    <main id="main" tabIndex={-1} className="trips">
      <h1 className="title">Trips</h1>
      <Notice tone="stop" role="alert" action={<Button onClick={reset}>Try again</Button>}>
        Your trips could not be read. They are still saved.
      </Notice>
    </main>
  )
}
