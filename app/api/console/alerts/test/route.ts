import { defineRoute } from '#lib/compose/define-route.ts'
import { operatorsOnly } from '#lib/console/server/operators-only.ts'

/** Sends a test alert on the way of the others. */
export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = defineRoute.post({
  ...operatorsOnly,
  handle: ({ context, services }) => services.testAlert(context),
})
