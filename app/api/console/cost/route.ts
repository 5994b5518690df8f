import { defineRoute } from '#lib/compose/define-route.ts'
import { CostQuery } from '#lib/console/model/console-cost.ts'
import { readCost } from '#lib/console/server/cost/read-cost.ts'
import { operatorsRead } from '#lib/console/server/operators-only.ts'

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = defineRoute.get({
  ...operatorsRead,
  query: CostQuery,
  handle: async ({ input, services }) => ({ body: await readCost(services, input) }),
})
