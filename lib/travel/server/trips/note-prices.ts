import { isId } from '#runner/contract/ids.ts'
import type { Principal } from '#runner/contract/principal.ts'
import { readFlights } from '../../model/flights/read-flights.ts'
import { flightProduct } from '../../model/flights/same-flight.ts'
import { readHotels } from '../../model/hotels/read-hotels.ts'
import { stayProduct } from '../../model/hotels/same-stay.ts'
import { originOf } from '../../model/results/origin-of.ts'
import type { SearchAnswer } from '../../model/search-answer.ts'
import type { TravelPorts } from '../ports.ts'
import { pickOffer, soldOffers } from './sold-offer.ts'

/**
 * Records the price of a person's saved offers from a later answer to the same search. Costs one indexed query if the
 * person saved nothing of this search. Never rejects, because nobody waits for it.
 */
export async function notePrices(ports: TravelPorts, principal: Pick<Principal, 'id'>, answer: SearchAnswer) {
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
