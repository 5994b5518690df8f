import { defineRoute } from '#lib/compose/define-route.ts'
import { AlertChoice } from '#lib/console/model/console-system.ts'
import { chooseAlerts } from '#lib/console/server/alerts/choose-alerts.ts'
import { operatorsConfirm, operatorsOnly, operatorsRead } from '#lib/console/server/operators-only.ts'
import { readSystem } from '#lib/console/server/system/read-system.ts'
import { NewTunnel } from '#lib/platform/model/tunnel-view.ts'
import type { RouteTable } from '#lib/platform/server/http/route-table.ts'

export const systemRoutes = {
  'GET system': defineRoute({
    ...operatorsRead,
    handle: async ({ services }) => ({ body: await readSystem(services) }),
  }),

  /** The tunnel with its password, so no token may read it. */
  'GET tunnel': defineRoute({
    ...operatorsOnly,
    handle: async ({ services: { tunnel } }) => ({ body: await tunnel.view() }),
  }),

  'POST tunnel': defineRoute({
    ...operatorsConfirm,
    body: NewTunnel,
    handle: ({ input: { program }, context, services: { tunnel } }) => tunnel.open(context, program),
  }),

  'DELETE tunnel': defineRoute({
    ...operatorsOnly,
    handle: ({ context, services: { tunnel } }) => tunnel.close(context),
  }),

  /** Chooses when operators hear about what waits for them. */
  'POST alerts': defineRoute({
    ...operatorsOnly,
    body: AlertChoice,
    handle: ({ input, context, services }) => chooseAlerts(services, context, input),
  }),

  /** Sends a test alert on the way of the others. */
  'POST alerts/test': defineRoute({
    ...operatorsOnly,
    handle: ({ context, services }) => services.testAlert(context),
  }),

  /** Starts a check of the whole audit trail in the background. The answer says that it runs. */
  'POST audit-check': defineRoute({
    ...operatorsOnly,
    async handle({ context, services }) {
      services.auditChecks.start(context.principal)
      return { body: await readSystem(services), status: 202 }
    },
  }),
} satisfies RouteTable
