import { defineRoute } from '#lib/compose/define-route.ts'
import { operatorsConfirm, operatorsRead } from '#lib/console/server/operators-only.ts'
import { readKeyRing } from '#lib/console/server/read-key-ring.ts'
import { routeMethods } from '#lib/platform/server/http/route-methods.ts'

const read = defineRoute({
  ...operatorsRead,
  handle: async ({ services }) => ({ body: await readKeyRing(services) }),
})

/** Starts a key rotation in the background. The answer contains its progress. */
const rotate = defineRoute({
  ...operatorsConfirm,
  async handle({ context, services }) {
    services.keyRotation.start(context)
    return { body: await readKeyRing(services), status: 202 }
  },
})

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = routeMethods({ GET: read, POST: rotate })
