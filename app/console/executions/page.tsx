import type { Metadata } from 'next'
import { ExecutionsView } from '#components/console/executions/executions-view.tsx'
import { GET as facets } from '../../api/console/executions/facets/route.ts'
import { GET as executions } from '../../api/console/executions/route.ts'
import { pathWithQuery, type SearchParams, WithAnswers } from '../with-answers.tsx'

export const metadata: Metadata = { title: 'Executions' }

export default async function ExecutionsPage({ searchParams }: { searchParams: SearchParams }) {
  const list = { route: executions, path: await pathWithQuery('/executions', searchParams) }
  return (
    <WithAnswers asked={[list, { route: facets, path: '/executions/facets' }]}>
      <ExecutionsView />
    </WithAnswers>
  )
}
