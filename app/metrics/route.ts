import * as z from 'zod'
import { defineRoute } from '#lib/compose/define-route.ts'
import { reportMetrics } from '#lib/console/server/system/report-metrics.ts'
import { mayReadMetrics } from '#lib/platform/server/metrics/may-read-metrics.ts'

const type = 'text/plain; version=0.0.4'

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = defineRoute.get({
  operation: 'readMetrics',
  summary: 'The figures of the app for Prometheus, with a token or from this machine.',
  who: 'anyone',
  limit: 'health',
  answers: { 200: { description: 'The text format of Prometheus', type, schema: z.string() } },
  errors: ['UNAUTHENTICATED'],
  checkFirst: {
    header: 'authorization',
    check: async ({ request: { headers }, services: { env } }) => mayReadMetrics(headers, env),
  },
  handle: async ({ services }) =>
    new Response(await reportMetrics(services), { headers: { 'content-type': services.metrics.contentType } }),
})
