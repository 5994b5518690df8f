import { operatorsOnly } from '#lib/console/operators-only.ts'
import { readOverview } from '#lib/console/overview/read-overview.ts'
import { routeMethods } from '#lib/http/route-methods.ts'
import { defineRoute, services } from '#lib/server.ts'
import { Overview, OverviewQuery } from '#lib/shared/console-overview.ts'

export const dynamic = 'force-dynamic'

/** What ran lately, and what runs now. */
const read = defineRoute({
  ...operatorsOnly,
  query: OverviewQuery,
  async handle({ input }) {
    return { body: Overview.parse(await readOverview(await services(), input.span)) }
  },
})

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = routeMethods({ GET: read })
