import type { Metadata } from 'next'
import { AgentKeysPage } from '#components/console/agents/agent-keys-page.tsx'

export const metadata: Metadata = { title: 'Agent keys' }

export default AgentKeysPage
