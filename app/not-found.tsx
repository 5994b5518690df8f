import type { Metadata } from 'next'
import { ButtonLink } from '#components/ui/button.tsx'

export const metadata: Metadata = { title: 'Not found' }

export default function NotFound() {
  return (
    <main id="main" className="prose" tabIndex={-1}>
      <h1 className="title">There is nothing at this address</h1>
      <p>Check the address for typing errors. You may also lack access to the page.</p>
      <p>
        <ButtonLink href="/">Search flights</ButtonLink>
      </p>
    </main>
  )
}
