import type { Metadata } from 'next'
import { MessagesPage } from '#components/console/messages/messages-page.tsx'

export const metadata: Metadata = { title: 'Messages' }

export default MessagesPage
