import { defineRoute } from '#lib/compose/define-route.ts'
import { readBackups } from '#lib/console/server/backups/read-backups.ts'
import { operatorsConfirm, operatorsRead } from '#lib/console/server/operators-only.ts'
import { BackupPlan } from '#lib/platform/model/backup-plan.ts'
import { routeMethods } from '#lib/platform/server/http/route-methods.ts'

const read = defineRoute({
  ...operatorsRead,
  handle: async ({ services }) => ({ body: await readBackups(services) }),
})

/** Sets where backups go and when they are made. */
const change = defineRoute({
  ...operatorsConfirm,
  body: BackupPlan,
  handle: ({ input, context, services }) => services.backups.setPlan(context, input),
})

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = routeMethods({ GET: read, POST: change })
