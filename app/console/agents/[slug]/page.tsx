import type { Metadata } from 'next'
import { AgentSkillsPage } from '#components/console/agents/agent-skills-page.tsx'
import { GET } from '../../../api/console/agents/[slug]/skills/route.ts'
import { WithAnswers } from '../../with-answers.tsx'

export const metadata: Metadata = { title: 'Skills of an agent' }

export default async function AgentSkills({ params }: { params: Promise<{ slug: string }> }) {
  const { slug } = await params
  return (
    <WithAnswers asked={[{ route: GET, path: `/agents/${slug}/skills`, params: { slug } }]}>
      <AgentSkillsPage slug={slug} />
    </WithAnswers>
  )
}
