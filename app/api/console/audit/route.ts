import { defineRoute } from '#lib/compose/define-route.ts'
import { AuditPage, AuditQuery } from '#lib/console/model/console-audit.ts'
import { listAudit } from '#lib/console/server/audit/list-audit.ts'
import { operatorsRead } from '#lib/console/server/operators-only.ts'

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = defineRoute.get({
  ...operatorsRead,
  query: AuditQuery,
  output: AuditPage,
  handle: ({ input, services }) => listAudit(services, input),
})
