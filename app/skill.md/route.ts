import * as z from 'zod'
import { describeInstance } from '#lib/agents/server/api/describe-instance.ts'
import { defineRoute } from '#lib/compose/define-route.ts'

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = defineRoute.get({
  operation: 'readSkillDocument',
  summary: 'Tells an agent how to use this instance; with an Authorization header, for its profile.',
  who: 'anyone',
  limit: 'agent',
  answers: { 200: { description: 'Markdown', type: 'text/markdown', schema: z.string() } },
  errors: ['UNAUTHENTICATED', 'NOT_FOUND'],
  async handle({ request, services }) {
    const described = await describeInstance(request, services)
    if (!described.ok) return described
    return new Response(described.value, {
      headers: { 'content-type': 'text/markdown; charset=utf-8', vary: 'authorization' },
    })
  },
})
