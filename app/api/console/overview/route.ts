import { defineRoute } from '#lib/compose/define-route.ts'
import { OverviewQuery } from '#lib/console/model/console-overview.ts'
import { operatorsRead } from '#lib/console/server/operators-only.ts'
import { readOverview } from '#lib/console/server/overview/read-overview.ts'

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = defineRoute.get({
  ...operatorsRead,
  query: OverviewQuery,
  handle: async ({ input, services }) => ({ body: await readOverview(services, input) }),
})
