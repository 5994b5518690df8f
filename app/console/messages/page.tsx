import type { Metadata } from 'next'
import { MessagesPage } from '#components/console/messages/messages-page.tsx'
import { GET } from '../../api/console/messages/route.ts'
import { pathWithQuery, type SearchParams, WithAnswers } from '../with-answers.tsx'

export const metadata: Metadata = { title: 'Messages' }

export default async function Messages({ searchParams }: { searchParams: SearchParams }) {
  return (
    <WithAnswers asked={[{ route: GET, path: await pathWithQuery('/messages', searchParams) }]}>
      <MessagesPage />
    </WithAnswers>
  )
}
