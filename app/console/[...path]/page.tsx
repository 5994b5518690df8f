import type { Metadata } from 'next'
import { notFound } from 'next/navigation'

export const metadata: Metadata = { title: 'Not found' }

/** Every other address below `/console`, so that the layout of the console frames its 404 page. */
export default function UnknownPage() {
  notFound()
}
