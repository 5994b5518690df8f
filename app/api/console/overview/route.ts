import { operatorsOnly } from '#lib/console/operators-only.ts'
import { readOverview } from '#lib/console/overview/read-overview.ts'
import { routeMethods } from '#lib/http/route-methods.ts'
import { defineRoute, services } from '#lib/server.ts'
import { OverviewQuery } from '#lib/shared/console-overview.ts'

export const dynamic = 'force-dynamic'

const answer = defineRoute({
  ...operatorsOnly,
  query: OverviewQuery,
  async handle({ input }) {
    return { body: await readOverview(await services(), input) }
  },
})

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = routeMethods({ GET: answer })
