import type { Metadata } from 'next'
import { AgentSkillsPage } from '#components/console/agents/agent-skills-page.tsx'
import { pageOfOne } from '../../with-answers.tsx'

export const metadata: Metadata = { title: 'Skills of an agent' }

export default pageOfOne(AgentSkillsPage, ({ slug }) => `/agents/${slug}/skills`)
