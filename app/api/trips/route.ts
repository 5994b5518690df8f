import { defineRoute } from '#lib/compose/define-route.ts'
import { SavedOfferAnswer, SaveOffer } from '#lib/travel/model/saved-offer.ts'

/** The server takes the offer and its price from its own answer, never from the request. */
export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = defineRoute.post({
  operation: 'saveOffer',
  summary: "Saves a flight or stay from the server's own answer to a search.",
  who: 'session',
  limit: 'invoke',
  body: SaveOffer,
  bodyLimitBytes: 32 * 1024,
  answers: {
    200: { description: 'The offer was saved before', schema: SavedOfferAnswer },
    201: { description: 'The offer is saved', schema: SavedOfferAnswer },
  },
  errors: ['NOT_FOUND', 'CONFLICT'],
  async handle({ input, context, services, signal }) {
    const saved = await services.trips.save(context, input, signal)
    return saved.ok ? { body: saved.value, status: saved.value.is_new ? 201 : 200 } : saved
  },
})
