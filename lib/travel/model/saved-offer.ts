import * as z from 'zod'
import { TripId } from '#runner/contract/ids.ts'
import { bookingCode } from './booking-code.ts'

/** The most flights and stays that a person may save. */
export const maxSavedOffers = 50

/**
 * A request to save an offer. It only refers to an offer in the server's own answer to `search`, and contains no facts
 * about the offer. Unknown keys, such as a price, are errors.
 */
export const SaveOffer = z.strictObject({
  kind: z.enum(['flights', 'hotels']),
  skill: z.string().max(64),
  /** The query string of the results page. Parameters that do not belong to the search are ignored. */
  search: z.string().max(4000),
  /** The offer's id in the answer on the page. Another answer may have another id for the same offer. */
  offer_id: z.string().max(2000),
  /** Identifies the flight or stay across answers, by the same-flight or same-stay rule. */
  product: z.string().max(16_000),
  /** Hotels only. */
  hotel_id: z.string().max(64).exactOptional(),
})
export type SaveOffer = z.infer<typeof SaveOffer>

/** A person's word that they booked a saved offer elsewhere. Without a code, an earlier one is dropped. */
export const BookTrip = z.strictObject({
  booked: z.boolean(),
  code: z.string().regex(bookingCode, 'must be 2 to 20 letters and digits, without spaces').exactOptional(),
})
export type BookTrip = z.infer<typeof BookTrip>

/** The answer to a saved offer. `is_new`: false when it was saved before. */
export const SavedOfferAnswer = z.strictObject({ id: TripId, is_new: z.boolean() })
export const RemovedAnswer = z.strictObject({ id: TripId })

/** The id of a saved offer in a path. */
export const tripParams = z.object({ id: TripId })
