import type { Metadata } from 'next'
import { MessagesPage } from '#components/console/messages/messages-page.tsx'
import { pathWithQuery, type SearchParams, WithAnswers } from '../with-answers.tsx'

export const metadata: Metadata = { title: 'Messages' }

export default async function Messages({ searchParams }: { searchParams: SearchParams }) {
  return (
    <WithAnswers asked={[await pathWithQuery('/messages', searchParams)]}>
      <MessagesPage />
    </WithAnswers>
  )
}
