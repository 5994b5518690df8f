import { defineRoute, services } from '#lib/compose/server.ts'
import { routeMethods } from '#lib/platform/server/http/route-methods.ts'
import { tripParams } from '#lib/travel/model/saved-offer.ts'

export const dynamic = 'force-dynamic'

/** Undoes the removal of a saved offer. */
const restore = defineRoute({
  who: 'session',
  limit: 'default',
  params: tripParams,
  async handle({ params: { id }, principal }) {
    const { trips } = await services()
    const restored = await trips.restore(id, principal)
    return restored.ok ? { body: restored.value } : restored
  },
})

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = routeMethods({ POST: restore })
