import { defineRoute } from '#lib/compose/define-route.ts'
import { AlertChoice } from '#lib/console/model/console-alerts.ts'
import { chooseAlerts } from '#lib/console/server/alerts/choose-alerts.ts'
import { operatorsOnly } from '#lib/console/server/operators-only.ts'

/** Chooses when operators hear about what waits for them. */
export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = defineRoute.post({
  ...operatorsOnly,
  body: AlertChoice,
  handle: ({ input, context, services }) => chooseAlerts(services, context, input),
})
