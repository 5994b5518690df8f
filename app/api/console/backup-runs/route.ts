import { defineRoute } from '#lib/compose/define-route.ts'
import { RunOrder } from '#lib/console/model/console-backups.ts'
import { operatorsOnly } from '#lib/console/server/operators-only.ts'

/** Starts a backup, or a test that restores the newest one, in the background. */
export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = defineRoute.post({
  ...operatorsOnly,
  status: 202,
  body: RunOrder,
  handle: ({ input, context, services }) => services.backups.start(context, input.kind),
})
