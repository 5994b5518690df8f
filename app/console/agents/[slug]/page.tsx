import type { Metadata } from 'next'
import { AgentSkillsPage } from '#components/console/agents/agent-skills-page.tsx'
import { WithAnswers } from '../../with-answers.tsx'

export const metadata: Metadata = { title: 'Skills of an agent' }

export default async function AgentSkills({ params }: { params: Promise<{ slug: string }> }) {
  const { slug } = await params
  return (
    <WithAnswers asked={[`/agents/${slug}/skills`]}>
      <AgentSkillsPage slug={slug} />
    </WithAnswers>
  )
}
