import type { Context } from '#lib/platform/server/auth/context.ts'
import { type Outcome, refuse } from '#lib/platform/server/http/outcome.ts'
import { originOf } from '#lib/travel/model/results/found.ts'
import { isId } from '#runner/contract/ids.ts'
import type { Principal } from '#runner/contract/principal.ts'
import { readFlights } from '../../model/flights/read-flights.ts'
import { flightProduct } from '../../model/flights/same-flight.ts'
import { readHotels } from '../../model/hotels/read-hotels.ts'
import { stayProduct } from '../../model/hotels/same-stay.ts'
import type { BookTrip, SaveOffer } from '../../model/saved-offer.ts'
import type { TravelPorts } from '../ports.ts'
import type { SearchAnswer } from '../search/note-answer.ts'
import { bookTrip, type TripPorts } from './book-trip.ts'
import { listTrips } from './list-trips.ts'
import { saveOffer } from './save-offer.ts'
import { pickOffer, soldOffers } from './sold-offer.ts'

type Own = Pick<Principal, 'id'>
type Changed = Promise<Outcome<{ id: string }>>

/** The flights and stays that people save. Each operation sees only those of its principal. */
export const createTrips = (ports: TripPorts) => ({
  save: (context: Context, wanted: SaveOffer, signal: AbortSignal) => saveOffer(ports, context, wanted, signal),
  list: (principal: Own) => listTrips(ports, principal),
  remove: (id: string, principal: Own) => removeTrip(ports, id, principal),
  book: (id: string, change: BookTrip, principal: Own) => bookTrip(ports, id, change, principal),
  restore: (id: string, principal: Own) => restoreTrip(ports, id, principal),
  /** Records the prices of saved offers in the background. */
  notePrices: (principal: Own, answer: SearchAnswer) => notePrices(ports, principal, answer),
})

export type Trips = ReturnType<typeof createTrips>

/**
 * Removes a saved offer. It can be restored until the person saves another. Removing it again succeeds and changes
 * nothing. NOT_FOUND for unknown ids and those of other people.
 */
async function removeTrip({ db, clock }: TravelPorts, id: string, { id: userId }: Own): Changed {
  const removedAt = new Date(clock.now())
  const { count } = await db.savedOffer.updateMany({ where: { id, userId, removedAt: null }, data: { removedAt } })
  return outcome(id, count || (await db.savedOffer.count({ where: { id, userId } })))
}

/**
 * Restores a removed offer. Restoring it again succeeds. NOT_FOUND for unknown ids, those of other people, and offers
 * removed for good.
 */
async function restoreTrip({ db }: TravelPorts, id: string, { id: userId }: Own): Changed {
  const { count } = await db.savedOffer.updateMany({ where: { id, userId }, data: { removedAt: null } })
  return outcome(id, count)
}

const outcome = (id: string, count: number): Outcome<{ id: string }> =>
  count === 1 ? { ok: true, value: { id } } : refuse('NOT_FOUND')

/**
 * Records the price of a person's saved offers from a later answer to the same search. Costs one indexed query if the
 * person saved nothing of this search. Never rejects, because nobody waits for it.
 */
async function notePrices(ports: TravelPorts, principal: Pick<Principal, 'id'>, answer: SearchAnswer) {
  await record(ports, principal.id, answer).catch((cause: unknown) =>
    ports.log.warn('the prices of saved offers are not updated', { cause }),
  )
}

async function record(
  { db }: TravelPorts,
  userId: string,
  { canonicalQuery: search, output }: SearchAnswer,
): Promise<void> {
  if (!isId('user', userId) || output.status !== 'success') return
  const about = originOf(output.skill, output)
  const seenAt = new Date(about.fetchedAtMs)
  const rows = await db.savedOffer.findMany({
    where: { userId, skill: output.skill, search, latestSeenAt: { lt: seenAt } },
    select: { id: true, kind: true, offer: true, currency: true, data: true },
  })
  for (const kind of ['flights', 'hotels'] as const) {
    const saved = rows.filter((row) => row.kind === kind && row.data === about.data)
    if (saved.length === 0) continue
    const offers = soldOffers(kind, output, about)
    for (const { id, offer, currency } of saved) {
      const product =
        kind === 'flights'
          ? readFlights([offer], about).offers.map(({ flight }) => flightProduct(flight))[0]
          : readHotels([offer], about).offers.map(({ hotel }) => stayProduct(hotel))[0]
      const inCurrency = offers.filter(({ price }) => price.currency === currency)
      const now = product === undefined ? undefined : pickOffer(inCurrency, product)
      if (now === undefined) continue
      await db.savedOffer.updateMany({
        where: { id, latestSeenAt: { lt: seenAt } },
        data: { latestAmount: now.price.amount, latestSeenAt: seenAt },
      })
    }
  }
}
