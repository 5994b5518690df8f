import { LimitChange } from '#lib/agents/model/usage-limit.ts'
import { setLimit } from '#lib/agents/server/limits/set-limit.ts'
import { defineRoute } from '#lib/compose/define-route.ts'
import { AuditPage, AuditQuery } from '#lib/console/model/console-audit.ts'
import { CostQuery } from '#lib/console/model/console-cost.ts'
import { ConsoleCounts, OverviewQuery } from '#lib/console/model/console-overview.ts'
import { ConsoleSearch, ConsoleSearchQuery } from '#lib/console/model/console-search.ts'
import { listAudit } from '#lib/console/server/audit/list-audit.ts'
import { readCost } from '#lib/console/server/cost/read-cost.ts'
import { operatorsOnly, operatorsRead } from '#lib/console/server/operators-only.ts'
import { readOverview } from '#lib/console/server/overview/read-overview.ts'
import { readCounts } from '#lib/console/server/read-counts.ts'
import { searchConsole } from '#lib/console/server/search-console.ts'
import type { RouteTable } from '#lib/platform/server/http/route-table.ts'

export const overviewRoutes = {
  'GET overview': defineRoute({
    ...operatorsRead,
    query: OverviewQuery,
    handle: async ({ input, services }) => ({ body: await readOverview(services, input) }),
  }),

  'GET counts': defineRoute({
    ...operatorsRead,
    output: ConsoleCounts,
    handle: async ({ services }) => ({ body: await readCounts(services) }),
  }),

  /** What a text finds in the console. */
  'GET search': defineRoute({
    ...operatorsOnly,
    query: ConsoleSearchQuery,
    output: ConsoleSearch,
    handle: ({ input, services }) => searchConsole(services, input.text),
  }),

  'GET cost': defineRoute({
    ...operatorsRead,
    query: CostQuery,
    handle: async ({ input, services }) => ({ body: await readCost(services, input) }),
  }),

  /** Sets how many executions a profile or an agent key may start in an hour and in a day. */
  'POST cost-limits': defineRoute({
    ...operatorsOnly,
    body: LimitChange,
    handle: ({ input, context, services }) => setLimit(services, context, input),
  }),

  'GET audit': defineRoute({
    ...operatorsRead,
    query: AuditQuery,
    output: AuditPage,
    handle: ({ input, services }) => listAudit(services, input),
  }),
} satisfies RouteTable
