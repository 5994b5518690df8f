import { type Outcome, refuse } from '#lib/platform/server/http/outcome.ts'
import type { Principal } from '#runner/contract/principal.ts'
import type { Seal } from '#runner/core/ports.ts'
import type { BookTrip } from '../../model/saved-offer.ts'
import type { TravelPorts } from '../ports.ts'

/** What saved offers need. The seal is for booking references. */
export type TripPorts = TravelPorts & { readonly seal: Seal }

/** The subject under which the booking code of a saved offer is sealed. */
export const bookingSubject = (id: string): string => `booking of ${id}`

/**
 * Records that a person booked a saved offer elsewhere, or that they did not. The booking code is stored sealed: with a
 * surname, it opens a booking. NOT_FOUND for unknown ids, those of other people, and removed offers.
 */
export async function bookTrip(
  { db, clock, seal }: TripPorts,
  id: string,
  { booked, code }: BookTrip,
  { id: userId }: Pick<Principal, 'id'>,
): Promise<Outcome<{ id: string }>> {
  const { count } = await db.savedOffer.updateMany({
    where: { id, userId, removedAt: null },
    data: {
      bookedAt: booked ? new Date(clock.now()) : null,
      bookingCode: booked && code !== undefined ? seal.close(code, bookingSubject(id)) : null,
    },
  })
  return count === 1 ? { ok: true, value: { id } } : refuse('NOT_FOUND')
}
