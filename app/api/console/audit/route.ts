import { defineRoute } from '#lib/compose/server.ts'
import { AuditPage, AuditQuery } from '#lib/console/model/console-audit.ts'
import { listAudit } from '#lib/console/server/audit/list-audit.ts'
import { operatorsOnly } from '#lib/console/server/operators-only.ts'
import { routeMethods } from '#lib/platform/server/http/route-methods.ts'

const list = defineRoute({
  ...operatorsOnly,
  query: AuditQuery,
  output: AuditPage,
  handle: ({ input, services }) => listAudit(services, input),
})

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = routeMethods({ GET: list })
