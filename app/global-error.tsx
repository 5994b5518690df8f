'use client'

import type { PageError } from './page-error.ts'

/** Replaces the whole document when the root layout fails, so it carries its own styles. */
export default function GlobalError({ error }: { error: PageError }) {
  const digest = error?.digest
  return (
    <html lang="en" style={{ colorScheme: 'light dark', fontFamily: 'system-ui, sans-serif' }}>
      <body style={{ maxWidth: 640, margin: '48px auto', padding: '0 16px' }}>
        <title>Something went wrong – travel.aw</title>
        <main>
          <h1 style={{ fontSize: 24 }}>Something went wrong on our side</h1>
          <p role="alert">travel.aw cannot show this page now. Reload it in a moment.</p>
          {digest && <p>It is logged under {digest}.</p>}
        </main>
      </body>
    </html>
  )
}
