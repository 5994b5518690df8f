import { describeInstance } from '#lib/agents/server/api/describe-instance.ts'
import { defineRoute, services } from '#lib/compose/server.ts'
import { routeMethods } from '#lib/platform/server/http/route-methods.ts'

/** Explains to an agent how to use this instance; with an `Authorization` header, adapted to the agent's profile. */
const answer = defineRoute({
  who: 'anyone',
  limit: 'agent',
  async handle({ request }) {
    const described = await describeInstance(request, await services())
    if (!described.ok) return described
    return new Response(described.value, {
      headers: { 'content-type': 'text/markdown; charset=utf-8', vary: 'authorization' },
    })
  },
})

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = routeMethods({ GET: answer })
