import { instanceUrlOf } from '#lib/agent-api/poll-url.ts'
import { routeMethods } from '#lib/http/route-methods.ts'
import { createOpenApi } from '#lib/openapi/create-openapi.ts'
import { defineRoute, services } from '#lib/server.ts'

export const dynamic = 'force-dynamic'

/** Describes every call. */
const answer = defineRoute({
  who: 'anyone',
  limit: 'default',
  async handle({ request }) {
    const { env } = await services()
    return { body: createOpenApi(instanceUrlOf(request, env.publicUrl)) }
  },
})

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = routeMethods({ GET: answer })
