import type { Metadata } from 'next'
import { ExecutionsView } from '#components/console/executions/executions-view.tsx'
import { pathWithQuery, type SearchParams, WithAnswers } from '../with-answers.tsx'

export const metadata: Metadata = { title: 'Executions' }

export default async function ExecutionsPage({ searchParams }: { searchParams: SearchParams }) {
  const list = await pathWithQuery('/executions', searchParams)
  return (
    <WithAnswers asked={[list, '/executions/facets']}>
      <ExecutionsView />
    </WithAnswers>
  )
}
