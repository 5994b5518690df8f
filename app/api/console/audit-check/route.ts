import { defineRoute } from '#lib/compose/define-route.ts'
import { operatorsOnly } from '#lib/console/server/operators-only.ts'
import { readSystem } from '#lib/console/server/system/read-system.ts'

/** Starts a check of the whole audit trail in the background. The answer says that it runs. */
export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = defineRoute.post({
  ...operatorsOnly,
  async handle({ context, services }) {
    services.auditChecks.start(context.principal)
    return { body: await readSystem(services), status: 202 }
  },
})
