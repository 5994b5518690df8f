import { defineRoute, services } from '#lib/compose/server.ts'
import { routeMethods } from '#lib/platform/server/http/route-methods.ts'
import { SaveOffer } from '#lib/travel/model/saved-offer.ts'

export const dynamic = 'force-dynamic'

/** Saves an offer. The server takes the offer and its price from its own answer, never from the request. */
const save = defineRoute({
  who: 'session',
  limit: 'invoke',
  body: SaveOffer,
  bodyLimitBytes: 32 * 1024,
  async handle({ input, context, signal }) {
    const { trips } = await services()
    const saved = await trips.save(context, input, signal)
    return saved.ok ? { body: saved.value, status: saved.value.is_new ? 201 : 200 } : saved
  },
})

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = routeMethods({ POST: save })
