import type { Metadata } from 'next'
import { AgentKeysPage } from '#components/console/agents/agent-keys-page.tsx'
import { pageOf } from '../with-answers.tsx'

export const metadata: Metadata = { title: 'Agent keys' }

export default pageOf(AgentKeysPage, '/agent-keys')
