import * as z from 'zod'
import { TripId } from '#runner/contract/ids.ts'

/** The number of flights and stays that a person may keep. */
export const mostSavedOffers = 50

/**
 * A request to save an offer. It only points at an offer in the server's own answer to `search`; it brings no fact
 * about the offer. Unknown keys, such as a price, are errors.
 */
export const SaveOffer = z.strictObject({
  kind: z.enum(['flights', 'hotels']),
  skill: z.string().max(64),
  /** The query of the results page. Parameters that are not of the search are ignored. */
  search: z.string().max(4000),
  /** The id in the answer that the person sees. Another answer may use another id. */
  offer_id: z.string().max(2000),
  /** What the offer sells: the text that the same-flight or same-stay rule compares. */
  product: z.string().max(16_000),
  /** Hotels only. */
  hotel_id: z.string().max(64).exactOptional(),
})
export type SaveOffer = z.infer<typeof SaveOffer>

/** The answer to a saved offer. `is_new`: false when it was saved before. */
export const SavedOfferAnswer = z.strictObject({ id: TripId, is_new: z.boolean() })
export const RemovedAnswer = z.strictObject({ id: TripId })

/** The id of a saved offer in a path. */
export const tripParams = z.object({ id: TripId })
