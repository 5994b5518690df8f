import { instanceUrlOf } from '#lib/agent-api/poll-url.ts'
import { routeMethods } from '#lib/http/route-methods.ts'
import { defineRoute, services } from '#lib/server.ts'

export const dynamic = 'force-dynamic'

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
