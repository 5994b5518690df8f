import { defineRoute } from '#lib/compose/define-route.ts'
import { AgentSkillsIndex } from '#lib/skills/server/sources/agent-skills-index.ts'

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = defineRoute.get({
  operation: 'listPublishedSkills',
  summary: 'Lists the skills that this instance offers, in the form of agent-skills discovery 0.2.0.',
  who: 'anyone',
  limit: 'default',
  answers: { 200: { description: 'The index', schema: AgentSkillsIndex } },
  async handle({ services }) {
    return { body: await services.publishedSkills.index() }
  },
})
