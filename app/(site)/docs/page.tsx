import type { Metadata } from 'next'
import { headers } from 'next/headers'
import { ApiDocument } from '#components/api/api-document.ts'
import { ApiPage } from '#components/api/api-page.tsx'
import { askRoute } from '#lib/platform/server/http/ask-route.ts'
import { GET } from '../../openapi.json/route.ts'

export const metadata: Metadata = { title: 'HTTP API' }

/** The first request for the description loads every route. */
const waitMs = 30_000

export default async function ApiDocumentation() {
  const answer = await askRoute({ route: GET, path: '/openapi.json' }, await headers(), waitMs)
  return <ApiPage document={ApiDocument.parse(answer)} />
}
