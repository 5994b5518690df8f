import { defineRoute, services } from '#lib/compose/server.ts'
import { routeMethods } from '#lib/platform/server/http/route-methods.ts'

export const dynamic = 'force-dynamic'

/** Checks database, runner, gateway and disk. A 503 names what failed. */
const answer = defineRoute({
  who: 'anyone',
  limit: 'health',
  async handle() {
    const health = await (await services()).health()
    return { body: health, status: health.status === 'ok' ? 200 : 503 }
  },
})

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = routeMethods({ GET: answer })
