import { instanceUrlOf } from '#lib/agents/server/api/poll-url.ts'
import { defineRoute, services } from '#lib/compose/server.ts'
import { routeMethods } from '#lib/platform/server/http/route-methods.ts'

/** The OpenAPI description of every call. */
const answer = defineRoute({
  who: 'anyone',
  limit: 'default',
  async handle({ request }) {
    const { env, openApi } = await services()
    return { body: openApi(instanceUrlOf(request, env.publicUrl)) }
  },
})

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = routeMethods({ GET: answer })
