import type { Metadata } from 'next'
import { AgentKeysPage } from '#components/console/agents/agent-keys-page.tsx'
import { WithAnswers } from '../with-answers.tsx'

export const metadata: Metadata = { title: 'Agent keys' }

export default function AgentKeys() {
  return (
    <WithAnswers asked={['/agent-keys']}>
      <AgentKeysPage />
    </WithAnswers>
  )
}
