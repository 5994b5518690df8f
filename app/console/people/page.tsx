import type { Metadata } from 'next'
import { PeoplePage } from '#components/console/people/people-page.tsx'
import { pathWithQuery, type SearchParams, WithAnswers } from '../with-answers.tsx'

export const metadata: Metadata = { title: 'People' }

export default async function People({ searchParams }: { searchParams: SearchParams }) {
  return (
    <WithAnswers asked={[await pathWithQuery('/people', searchParams), '/console-tokens']}>
      <PeoplePage />
    </WithAnswers>
  )
}
