import { defineRoute } from '#lib/compose/define-route.ts'
import { operatorsConfirm, operatorsOnly } from '#lib/console/server/operators-only.ts'
import { NewTunnel } from '#lib/platform/model/tunnel-view.ts'
import { routeMethods } from '#lib/platform/server/http/route-methods.ts'

/** The tunnel with its password, so no token may read it. */
const read = defineRoute({
  ...operatorsOnly,
  handle: async ({ services: { tunnel } }) => ({ body: await tunnel.view() }),
})

const open = defineRoute({
  ...operatorsConfirm,
  body: NewTunnel,
  handle: ({ input: { program }, context, services: { tunnel } }) => tunnel.open(context, program),
})

const close = defineRoute({
  ...operatorsOnly,
  handle: ({ context, services: { tunnel } }) => tunnel.close(context),
})

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = routeMethods({ GET: read, POST: open, DELETE: close })
