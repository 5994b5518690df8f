import { defineRoute } from '#lib/compose/define-route.ts'
import { reportHealth } from '#lib/console/server/report-health.ts'
import { Health } from '#lib/platform/model/health.ts'

/** A 503 names what failed, or says that this process is stopping. An operator also reads which skills are left out. */
export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = defineRoute.get({
  operation: 'checkHealth',
  summary: 'Checks database, runner, gateway and disk.',
  who: 'anyone',
  limit: 'health',
  answers: {
    200: { description: 'The state of database, runner, gateway and disk', schema: Health },
    503: { description: 'Something is failing, or this process is stopping', schema: Health },
  },
  async handle({ request, services }) {
    const health = await reportHealth(services, request.headers)
    return { body: health, status: health.status === 'ok' ? 200 : 503 }
  },
})
