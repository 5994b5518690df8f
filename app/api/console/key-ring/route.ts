import { operatorsOnly } from '#lib/console/operators-only.ts'
import { readKeyRing } from '#lib/console/read-key-ring.ts'
import { routeMethods } from '#lib/http/route-methods.ts'
import { defineRoute, services } from '#lib/server.ts'

export const dynamic = 'force-dynamic'

const read = defineRoute({
  ...operatorsOnly,
  handle: async () => ({ body: await readKeyRing(await services()) }),
})

/** Starts a key rotation in the background. The answer contains its progress. */
const rotate = defineRoute({
  ...operatorsOnly,
  async handle({ principal }) {
    const all = await services()
    all.keyRotation.start(principal)
    return { body: await readKeyRing(all), status: 202 }
  },
})

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = routeMethods({ GET: read, POST: rotate })
