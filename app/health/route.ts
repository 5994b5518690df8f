import { defineRoute, services } from '#lib/compose/server.ts'
import { reportHealth } from '#lib/console/server/report-health.ts'
import { routeMethods } from '#lib/platform/server/http/route-methods.ts'

/** Checks database, runner, gateway and disk. A 503 names what failed. An operator also reads which skills are left out. */
const answer = defineRoute({
  who: 'anyone',
  limit: 'health',
  async handle({ request }) {
    const health = await reportHealth(await services(), request.headers)
    return { body: health, status: health.status === 'ok' ? 200 : 503 }
  },
})

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = routeMethods({ GET: answer })
