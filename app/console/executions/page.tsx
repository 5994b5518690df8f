import type { Metadata } from 'next'
import { ConsolePage } from '#components/console/console-page.tsx'
import { ExecutionsView } from '#components/console/executions/executions-view.tsx'
import type { Asked } from '#lib/platform/server/http/ask-route.ts'
import { GET as facets } from '../../api/console/executions/facets/route.ts'
import { GET as executions } from '../../api/console/executions/route.ts'
import { pathWithQuery, type SearchParams, WithAnswers } from '../with-answers.tsx'

export const metadata: Metadata = { title: 'Executions' }

export default async function ExecutionsPage({ searchParams }: { searchParams: SearchParams }) {
  const asked: readonly Asked[] = [
    { route: executions, path: await pathWithQuery('/executions', searchParams) },
    { route: facets, path: '/executions/facets' },
  ]
  return (
    <ConsolePage title="Executions">
      <WithAnswers asked={asked}>
        <ExecutionsView />
      </WithAnswers>
    </ConsolePage>
  )
}
