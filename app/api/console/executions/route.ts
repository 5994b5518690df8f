import { defineRoute, services } from '#lib/compose/server.ts'
import { ExecutionPage, ExecutionQuery } from '#lib/console/model/console-executions.ts'
import { listExecutions } from '#lib/console/server/executions/list-executions.ts'
import { operatorsOnly } from '#lib/console/server/operators-only.ts'
import { routeMethods } from '#lib/platform/server/http/route-methods.ts'

export const dynamic = 'force-dynamic'

/** Executions of every kind, the latest first. */
const list = defineRoute({
  ...operatorsOnly,
  query: ExecutionQuery,
  async handle({ input }) {
    const page = await listExecutions(await services(), input)
    return page.ok ? { body: ExecutionPage.parse(page.value) } : page
  },
})

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = routeMethods({ GET: list })
