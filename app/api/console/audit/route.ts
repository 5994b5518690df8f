import { listAudit } from '#lib/console/audit/list-audit.ts'
import { operatorsOnly } from '#lib/console/operators-only.ts'
import { routeMethods } from '#lib/http/route-methods.ts'
import { defineRoute, services } from '#lib/server.ts'
import { AuditPage, AuditQuery } from '#lib/shared/console-audit.ts'

export const dynamic = 'force-dynamic'

const list = defineRoute({
  ...operatorsOnly,
  query: AuditQuery,
  async handle({ input }) {
    const page = await listAudit(await services(), input)
    return page.ok ? { body: AuditPage.parse(page.value) } : page
  },
})

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = routeMethods({ GET: list })
