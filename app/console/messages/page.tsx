import type { Metadata } from 'next'
import { MessagesPage } from '#components/console/messages/messages-page.tsx'
import { listPageOf } from '../with-answers.tsx'

export const metadata: Metadata = { title: 'Messages' }

export default listPageOf(MessagesPage, '/messages')
