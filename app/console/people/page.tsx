import type { Metadata } from 'next'
import { PeoplePage } from '#components/console/people/people-page.tsx'
import { GET as tokens } from '../../api/console/console-tokens/route.ts'
import { GET as people } from '../../api/console/people/route.ts'
import { pathWithQuery, type SearchParams, WithAnswers } from '../with-answers.tsx'

export const metadata: Metadata = { title: 'People' }

export default async function People({ searchParams }: { searchParams: SearchParams }) {
  return (
    <WithAnswers
      asked={[
        { route: people, path: await pathWithQuery('/people', searchParams) },
        { route: tokens, path: '/console-tokens' },
      ]}
    >
      <PeoplePage />
    </WithAnswers>
  )
}
