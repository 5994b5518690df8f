import { routeMethods } from '#lib/http/route-methods.ts'
import { defineRoute, services } from '#lib/server.ts'
import { tripParams } from '#lib/shared/saved-offer.ts'

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
